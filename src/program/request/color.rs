//! Colors on terminals: when to use them, and their meaning.
//!
//! Reports mark text with an [`Emphasis`]; only output to a terminal shows it as a color. Color never carries information
//! that the words lack.

use crate::program::streams::goes_to_terminal;
use anstyle::{AnsiColor, Effects, Style};
use std::borrow::Cow;

/// Meaning of a piece of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// Nothing in particular.
    #[default]
    Plain,
    /// The title of a section.
    Title,
    /// Correct, or better.
    Good,
    /// Something to look at.
    Warning,
    /// Wrong, or worse.
    Bad,
    /// The best number of a column.
    Best,
    /// A number that is not significantly worse than the best; only formats that explain it in a caption show it.
    Tied,
}

/// Whether emphasis is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// ANSI escape sequences.
    Ansi,
    /// Not at all.
    Never,
}

impl Color {
    /// Color if standard output is a terminal that has it, unless the environment variable `NO_COLOR` is set or
    /// `CLICOLOR` is 0.
    pub fn standard_output() -> Color {
        let is_wanted = !anstyle_query::no_color() && anstyle_query::clicolor().unwrap_or(true);
        let is_possible = || {
            goes_to_terminal()
                && anstyle_query::term_supports_color()
                && anstyle_query::windows::enable_ansi_colors().unwrap_or(true)
        };
        if is_wanted && is_possible() { Color::Ansi } else { Color::Never }
    }

    /// Returns the text in the color of its emphasis.
    pub fn paint(self, emphasis: Emphasis, text: &str) -> Cow<'_, str> {
        let style = match emphasis {
            Emphasis::Title | Emphasis::Best => Style::new().effects(Effects::BOLD),
            Emphasis::Good => AnsiColor::Green.on_default(),
            Emphasis::Warning => AnsiColor::Yellow.on_default(),
            Emphasis::Bad => AnsiColor::Red.on_default(),
            Emphasis::Plain | Emphasis::Tied => return Cow::Borrowed(text),
        };
        if self == Color::Never || text.is_empty() {
            return Cow::Borrowed(text);
        }
        Cow::Owned(format!("{style}{text}{style:#}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_emphasized_text_is_painted() {
        assert_eq!(Color::Ansi.paint(Emphasis::Good, "a"), "\u{1b}[32ma\u{1b}[0m");
        assert_eq!(Color::Ansi.paint(Emphasis::Title, "a"), "\u{1b}[1ma\u{1b}[0m");
        assert_eq!(Color::Ansi.paint(Emphasis::Plain, "a"), "a");
        assert_eq!(Color::Ansi.paint(Emphasis::Bad, ""), "");
        assert_eq!(Color::Never.paint(Emphasis::Bad, "a"), "a");
    }
}
