//! Kinds of repairs of candidates, which signatures name. `checks/repair` makes the repairs.

use super::error::Error;
use super::names::{names, serialized_as_text};
use std::fmt;
use std::str::FromStr;

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
        /// Drops tags and control tokens, such as `<s>`, `<unk>`, `UNK` and `⁇`, and factors of all words, such as `dog|NN`.
        Markup = "markup": "tags and control tokens such as <s>, <unk> and ⁇ go",
        /// Joins subwords that are marked by `@@`, `▁`, `##`, `Ġ`, `</w>`, `￭`, `+` or `##AT##`.
        Subwords = "subwords": "subwords marked by @@, ▁, ##, Ġ, </w>, ￭, + or ##AT## are joined",
    }
}

/// A set of repairs. It is displayed, and parsed, as names with `+` or `,` between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Repairs {
    /// Bit i is set for the i-th of [`Repair::ALL`].
    pub(crate) set: u32,
}

impl Repairs {
    /// All repairs.
    pub fn all() -> Repairs {
        Repair::ALL.iter().copied().collect()
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
}

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

/// A text after repairs.
#[cfg(feature = "cli")]
#[derive(Debug, Default)]
pub struct CleanedText {
    pub text: String,
    /// The numbers of the altered lines, from 0, and their places in the text before.
    pub altered: Vec<(usize, std::ops::Range<usize>)>,
}

/// A function that makes repairs in the lines of a text, and returns `None` if it alters none.
#[cfg(feature = "cli")]
pub type CleanText = fn(Repairs, &str) -> Option<CleanedText>;
