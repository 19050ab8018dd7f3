//! Beginnings, ends and lengths of all lines, by which text that was added to some of them is recognized.

/// Number of characters that are kept of a beginning and of an end.
const KEPT: usize = 24;

/// What is kept of a line besides its sketch.
#[derive(Clone, Debug, Default)]
pub struct LineRecord {
    /// Number of characters, without white space at the ends.
    pub characters: u32,
    /// Number of these that are spaces.
    pub spaces: u32,
    /// The first characters.
    pub beginning: Box<str>,
    /// The last characters.
    pub end: Box<str>,
}

impl LineRecord {
    pub fn new(line: &str) -> LineRecord {
        let line = line.trim();
        let characters = line.chars().count();
        let first = line.char_indices().nth(KEPT).map_or(line.len(), |(at, _)| at);
        let last = line.char_indices().nth(characters.saturating_sub(KEPT)).map_or(0, |(at, _)| at);
        LineRecord {
            characters: characters as u32,
            spaces: line.matches(' ').count() as u32,
            beginning: line[..first].into(),
            end: line[last..].into(),
        }
    }

    /// Whether it ends without the final mark of another version.
    pub fn lacks_end(&self, reference: &LineRecord) -> bool {
        const FINAL: &str = ".!?…。！？｡।॥۔؟";
        self.end.ends_with(|c: char| c.is_alphanumeric() || c == ',')
            && reference
                .end
                .trim_end_matches(['"', '”', '“', '»', '’', '\'', '」', '』'])
                .ends_with(|c| FINAL.contains(c))
    }

    /// Whether its letters are separated by spaces, unlike those of another version.
    pub fn is_spread(&self, reference: &LineRecord) -> bool {
        self.characters >= 10 && 5 * self.spaces > 2 * self.characters && 3 * reference.spaces < reference.characters
    }
}
