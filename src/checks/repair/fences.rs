//! Marks of Markdown around code, in which language models put an answer.

use super::Entry;

pub const ENTRY: Entry = Entry { concerns: |byte| byte == b'`', rewrite: drop_fences };

const FENCE: &str = "```";

/// Names of languages after an opening fence.
const LANGUAGES: [&str; 11] =
    ["text", "txt", "plaintext", "plain", "markdown", "md", "html", "xml", "json", "output", "translation"];

/// Appends the text between the only two fences of a line, or without a fence at one end; returns 1 if there are any. Before
/// the first one there may be nothing but words that end in a colon. A line in single backquotes loses these.
fn drop_fences(line: &str, to: &mut String) -> u64 {
    let text = line.trim();
    let mut parts = text.split(FENCE);
    let text = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(before), Some(block), _, None) if is_preamble(before) => without_language(block),
        (Some(block), Some(""), None, None) => block,
        (Some(_), None, ..) => {
            let inner = text.strip_prefix('`').and_then(|text| text.strip_suffix('`'));
            match inner.filter(|inner| !inner.contains('`') && !inner.is_empty()) {
                Some(inner) => inner,
                None => return 0,
            }
        }
        _ => return 0,
    };
    to.push_str(text);
    1
}

/// Whether this may be before an opening fence without being a part of the translation.
fn is_preamble(text: &str) -> bool {
    let text = text.trim_end();
    text.is_empty() || text.ends_with([':', '：'])
}

/// The text after the language that an opening fence names, if it does.
fn without_language(block: &str) -> &str {
    let word = block.split(char::is_whitespace).next().unwrap_or_default();
    let is_language = word.len() < block.len() && LANGUAGES.iter().any(|known| word.eq_ignore_ascii_case(known));
    if is_language { &block[word.len()..] } else { block }
}

#[cfg(test)]
mod tests {
    use crate::checks::repair::Repair;

    #[test]
    fn fences_go_with_what_is_around_them() {
        for (line, expected) in [
            ("```The dog runs.```", "The dog runs."),
            ("``` The dog runs. ```", "The dog runs."),
            ("```text\u{2028}The dog runs.\u{2028}```", "The dog runs."),
            ("Here it is: ```plaintext The dog runs.``` (literally)", "The dog runs."),
            ("```The dog runs.", "The dog runs."),
            ("The dog runs.```", "The dog runs."),
            ("`The dog runs.`", "The dog runs."),
            ("```text```", "text"),
            ("Use ```ls``` to list files.", "Use ```ls``` to list files."),
            ("```a``` and ```b```", "```a``` and ```b```"),
            ("`a` and `b`", "`a` and `b`"),
            ("it`s a dog", "it`s a dog"),
        ] {
            assert_eq!(Repair::Fences.clean(line), expected, "{line}");
        }
    }
}
