//! Repairs: taking away from a candidate what is not translation, and restoring what is written wrongly.
//!
//! Each kind of repair is an entry of one list, which `--clean`, `--repair`, the what-if scores and the advice of findings
//! share. A repair depends on its line alone, never on a reference. To add one, write its file, and add it to [`Repair`]
//! in `bleu/repairs` and to `Repair::entry`.
//!
//! ```
//! use bleu::repair::{Repair, Repairs};
//!
//! let repairs: Repairs = "think,labels".parse()?;
//! assert_eq!(repairs.clean("<think>Hund is dog.</think> Translation: The dog runs."), "The dog runs.");
//! assert_eq!(Repair::Entities.clean("&quot;Tom &amp; Jerry&quot;"), "\"Tom & Jerry\"");
//! # Ok::<(), bleu::Error>(())
//! ```

pub(crate) mod code_pages;
pub(crate) mod encoding;
mod entities;
mod entity_names;
mod escapes;
mod fences;
mod labels;
pub(crate) mod markup;
pub(crate) mod replace;
mod subwords;
mod think;

pub(crate) use entities::decode_entities;
pub(crate) use escapes::decode_escaped_letters;
pub use subwords::SubwordScheme;
pub(crate) use subwords::join_subwords;

#[cfg(feature = "cli")]
use crate::bleu::repairs::CleanedText;
pub use crate::bleu::repairs::{Repair, Repairs};
use replace::{set_of_line, sets_by_byte};
use std::borrow::Cow;
use std::sync::LazyLock;

/// The code of a repair.
pub(crate) struct Entry {
    /// Whether a line with this byte may be altered. Every such line has one.
    concerns: fn(u8) -> bool,
    /// Appends the repaired line, and returns the number of places that changed. If it is 0, nothing counts that was
    /// appended.
    rewrite: fn(&str, &mut String) -> u64,
}

impl Repair {
    const fn entry(self) -> &'static Entry {
        match self {
            Repair::Encoding => &encoding::ENTRY,
            Repair::Escapes => &escapes::ENTRY,
            Repair::Entities => &entities::ENTRY,
            Repair::Think => &think::ENTRY,
            Repair::Fences => &fences::ENTRY,
            Repair::Labels => &labels::ENTRY,
            Repair::Markup => &markup::ENTRY,
            Repair::Subwords => &subwords::ENTRY,
        }
    }

    /// Returns the line after the repair; borrowed if there is nothing to repair.
    pub fn clean(self, line: &str) -> Cow<'_, str> {
        Repairs::from(self).clean(line)
    }
}

/// Maximum number of times that a line is gone through: a repair may reveal what another takes away.
const MAX_ROUNDS: usize = 32;

impl Repairs {
    /// The repairs that take away what is not translation in the answers of language models.
    #[cfg(feature = "cli")]
    pub(crate) fn log_repairs() -> Repairs {
        [Repair::Think, Repair::Fences, Repair::Labels, Repair::Markup].into_iter().collect()
    }

    /// The repairs that may alter a line, by its bytes.
    fn concerning(self, line: &str) -> Repairs {
        Repairs { set: self.set & set_of_line(&CONCERNED, line) }
    }

    /// Returns the line after the repairs; borrowed if there is nothing to repair. The white space at the ends of a line
    /// that is altered goes, too.
    pub fn clean(self, line: &str) -> Cow<'_, str> {
        let mut line = Cow::Borrowed(line);
        for _ in 0..MAX_ROUNDS {
            let mut is_altered = false;
            for repair in self.concerning(&line).iter() {
                let mut repaired = String::new();
                if (repair.entry().rewrite)(&line, &mut repaired) > 0 {
                    line = Cow::Owned(repaired.trim().to_owned());
                    is_altered = true;
                }
            }
            if !is_altered {
                break;
            }
        }
        line
    }

    /// Repairs the lines of a text, and returns those that are altered; `None` if none is.
    #[cfg(feature = "cli")]
    pub(crate) fn clean_text(self, text: &str) -> Option<CleanedText> {
        let mut cleaned = CleanedText::default();
        let mut copied = 0;
        for (number, line) in crate::bleu::lines::lines(text).enumerate() {
            if let Cow::Owned(repaired) = self.clean(line) {
                let begin = line.as_ptr() as usize - text.as_ptr() as usize;
                cleaned.text.push_str(&text[copied..begin]);
                cleaned.text.push_str(&repaired);
                copied = begin + line.len();
                cleaned.altered.push((number, begin..copied));
            }
        }
        cleaned.text.push_str(&text[copied..]);
        (!cleaned.altered.is_empty()).then_some(cleaned)
    }
}

/// For each byte, the repairs that may alter a line that has it.
static CONCERNED: LazyLock<[u32; 256]> =
    LazyLock::new(|| sets_by_byte(Repair::ALL, |repair, byte| (repair.entry().concerns)(byte)));
