//! Repairs: taking away from a candidate what is not translation, and restoring what is written wrongly.
//!
//! Each kind of repair is an entry of one list, which `--clean`, `--repair`, the what-if scores and the advice of findings
//! share. A repair depends on its line alone, never on a reference. To add one, write its file, and add it to [`Repair`], to
//! the list of names and to `Repair::entry`. What the files share is imported here.
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
pub use subwords::SubwordScheme;
pub(crate) use subwords::join_subwords;

use crate::bleu::error::Error;
use crate::bleu::names::{names, serialized_as_text};
use replace::{set_of_line, sets_by_byte};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

names! {
    /// A kind of repair. They are listed, and made, from the outermost to the innermost.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Repair: "repair" {
        /// Restores UTF-8 that was read as another encoding, and quotes and dashes of Windows-1252 that were read as Latin-1.
        Encoding = "encoding": "fÃ¼r becomes für: UTF-8 that was read as another encoding is restored",
        /// Decodes `\u00fc`, `%C3%BC` and `<0xC3><0xBC>`, and replaces `\n` by a space.
        Escapes = "escapes": "\\u00fc, %C3%BC, <0xC3><0xBC> and \\\" become characters, \\n a space",
        /// Replaces entities such as `&quot;` by their characters.
        Entities = "entities": "entities such as &quot; become characters",
        /// Drops the reasoning of a model: `<think>...</think>` and the like, also without its beginning or its end.
        Think = "think": "<think>...</think> and the like go, with the reasoning",
        /// Drops the marks around a block of code, and the text around such a block.
        Fences = "fences": "```fences``` go, with what is around them",
        /// Drops labels and preambles at the beginning of a line, such as `Translation:` or `Here is the translation:`.
        Labels = "labels": "labels and preambles before the translation go, such as Translation:",
        /// Drops tags and control tokens, such as `<s>`, `<unk>`, `[UNK]` and `⁇`.
        Markup = "markup": "tags and control tokens such as <s>, <unk> and ⁇ go",
        /// Joins subwords that are marked by `@@`, `▁`, `##`, `Ġ`, `</w>`, `￭`, `+` or `##AT##`.
        Subwords = "subwords": "subwords marked by @@, ▁, ##, Ġ, </w>, ￭, + or ##AT## are joined",
    }
}

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

/// A set of repairs. It is displayed, and parsed, as names with `+` or `,` between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Repairs {
    /// Bit i is set for the i-th of [`Repair::ALL`].
    set: u32,
}

/// Maximum number of times that a line is gone through: a repair may reveal what another takes away.
const MAX_ROUNDS: usize = 32;

impl Repairs {
    /// All repairs.
    pub fn all() -> Repairs {
        Repair::ALL.iter().copied().collect()
    }

    /// The repairs that take away what is not translation in the answers of language models.
    #[cfg(feature = "cli")]
    pub(crate) fn of_logs() -> Repairs {
        [Repair::Think, Repair::Fences, Repair::Labels, Repair::Markup].into_iter().collect()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.set == 0
    }

    /// Whether a repair is among them.
    pub fn contains(self, repair: Repair) -> bool {
        self.set & 1 << repair as u8 != 0
    }

    /// The repairs, in the order of [`Repair::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Repair> {
        Repair::ALL.iter().copied().filter(move |repair| self.contains(*repair))
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

/// A text after repairs.
#[cfg(feature = "cli")]
#[derive(Debug, Default)]
pub(crate) struct CleanedText {
    pub text: String,
    /// The numbers of the altered lines, from 0, and their places in the text before.
    pub altered: Vec<(usize, std::ops::Range<usize>)>,
}

/// For each byte, the repairs that may alter a line that has it.
static CONCERNED: LazyLock<[u32; 256]> =
    LazyLock::new(|| sets_by_byte(Repair::ALL, |repair, byte| (repair.entry().concerns)(byte)));

impl From<Repair> for Repairs {
    fn from(repair: Repair) -> Repairs {
        Repairs { set: 1 << repair as u8 }
    }
}

impl FromIterator<Repair> for Repairs {
    fn from_iter<I: IntoIterator<Item = Repair>>(repairs: I) -> Repairs {
        Repairs { set: repairs.into_iter().fold(0, |set, repair| set | Repairs::from(repair).set) }
    }
}

/// The names, with `+` between them.
impl fmt::Display for Repairs {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Repair::name).collect();
        f.write_str(&names.join("+"))
    }
}

impl FromStr for Repairs {
    type Err = Error;

    fn from_str(names: &str) -> Result<Self, Error> {
        names.split(['+', ',']).map(str::parse::<Repair>).collect()
    }
}

serialized_as_text!(Repairs);
