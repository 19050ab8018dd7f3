//! Room in a paper: widths of text in the font of LaTeX's articles, Computer Modern, and of a column of a page.
//!
//! Digits of Times, which many conferences ask for, are as wide, and its letters narrower.

use super::document::Column;
use crate::program::request::color::Emphasis;
use unicode_width::UnicodeWidthChar;

/// Width of a column in the style of the ACL's conferences, in points; a column of `article` has 229.
pub const COLUMN_WIDTH: usize = 219;

/// Maximum width of names, in points; longer ones are broken.
pub const NAME_WIDTH: usize = 110;

/// Space between two columns of a table, in points: twice LaTeX's `\tabcolsep`.
pub const COLUMN_GAP: usize = 12;

/// Width of bold letters, in hundredths of the width of others.
const BOLD: usize = 115;

/// Size of the font: 10.95 points, which LaTeX calls 11, as in the style of the ACL's conferences.
const FONT_SIZE: usize = 1095;

/// Widths of the characters from the space to the tilde, in thousandths of the size of the font, as LaTeX sets them; the
/// underscore in the encoding T1, in which it is wider.
const ASCII_WIDTHS: [usize; 95] = [
    333, 278, 500, 833, 500, 833, 778, 278, 389, 389, 500, 778, 278, 333, 278, 500, 500, 500, 500, 500, 500, 500, 500,
    500, 500, 500, 278, 278, 778, 778, 778, 472, 778, 750, 708, 722, 764, 681, 653, 785, 750, 361, 514, 778, 625, 917,
    750, 778, 681, 778, 736, 556, 722, 750, 750, 1028, 750, 750, 611, 278, 500, 278, 500, 560, 278, 500, 556, 444, 556,
    444, 306, 500, 556, 278, 306, 528, 278, 833, 556, 500, 556, 528, 392, 394, 389, 556, 528, 722, 528, 528, 444, 500,
    278, 500, 500,
];

/// Returns the width of a text in points.
pub fn text_width(text: &str) -> usize {
    (text.chars().map(character_width).sum::<usize>() * FONT_SIZE).div_ceil(100_000)
}

/// Returns the width in points that something has in a small font.
pub fn small(width: usize) -> usize {
    (width * 1000).div_ceil(FONT_SIZE)
}

/// Returns the width of the widest cell of a column in points; the best number may be bold.
pub fn column_width(column: &Column) -> usize {
    // Spaces at the end align numbers in plain text.
    let width = column.texts().map(|text| text_width(text.trim_end())).max().unwrap_or(0);
    if column.emphasis.contains(&Emphasis::Best) { (width * BOLD).div_ceil(100) } else { width }
}

/// The width of a character in thousandths of the size of the font.
fn character_width(character: char) -> usize {
    match character {
        ' '..='~' => ASCII_WIDTHS[character as usize - usize::from(b' ')],
        'μ' => 603,
        '±' | '≤' => 778,
        // Letters with accents are about as wide as the widest without, ideographs as wide as the font.
        _ => match character.width() {
            Some(0) => 0,
            Some(2) => 1000,
            _ => 834,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::results::document::ColumnKind;

    #[test]
    fn texts_have_about_the_width_that_tex_gives_them() {
        // Widths from pdfTeX at 10 points.
        for (text, width) in [
            ("0.1234", 27.8),
            ("BLEU", 27.6),
            ("JDExploreAcademy", 86.8),
            ("0.3369 ± 0.0090", 70.0),
            ("-0.0041 ± 0.0052", 77.8),
        ] {
            let estimated = text_width(text) as f64 / 1.095;
            // A hyphen before a digit becomes a minus.
            assert!((width - 5.0..=width + 1.0).contains(&estimated), "{text}: {estimated}");
        }
        let column = Column::new("BLEU", ColumnKind::Number, [String::from("0.3370")]);
        assert!((34..=37).contains(&column_width(&column.with_emphasis([Emphasis::Best]))));
    }
}
