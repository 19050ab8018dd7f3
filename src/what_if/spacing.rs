//! Changes of spaces: their kinds, and those that tokenizers add.

/// Appends the line with single spaces for white space, and none at its ends; returns the number of runs that changed.
pub fn join_spaces(line: &str, to: &mut String) -> u64 {
    let is_plain = |text: &str| !text.starts_with(' ') && !text.ends_with(' ') && !text.contains("  ");
    let is_space = |c: char| c.is_whitespace() || matches!(c, '\u{1C}'..='\u{1F}');
    if is_plain(line) && !line.contains(|c| c != ' ' && is_space(c)) {
        return 0;
    }
    let begin = to.len();
    let mut places = 0;
    let mut rest = line;
    while let Some(start) = rest.find(is_space) {
        let word = &rest[..start];
        let after = rest[start..].trim_start_matches(is_space);
        let run = &rest[start..rest.len() - after.len()];
        to.push_str(word);
        let at_an_end = to.len() == begin || after.is_empty();
        places += u64::from(at_an_end || run != " ");
        if !at_an_end {
            to.push(' ');
        }
        rest = after;
    }
    to.push_str(rest);
    places
}

/// Contractions that tokenizers of English separate.
const CONTRACTIONS: [&str; 8] = ["'s", "'re", "'ve", "'ll", "'d", "'m", "n't", "'t"];

/// Appends the line without the spaces that tokenizers add, and returns their number.
pub fn detokenize(line: &str, to: &mut String) -> u64 {
    let begin = to.len();
    let mut places = 0;
    let mut in_quotes = false;
    // Whether the next word is to follow without a space.
    let mut glue = true;
    let mut words = line.split(' ').peekable();
    while let Some(word) = words.next() {
        let (mut left, mut right) = (false, false);
        match word {
            // Most words; only one contraction begins with a letter.
            _ if word.starts_with(|c: char| c.is_ascii_alphanumeric() && !matches!(c, 'n' | 'N')) => {}
            "@-@" if to.len() > begin && words.peek().is_some() => (left, right) = (true, true),
            "\"" => {
                (left, right) = (in_quotes, !in_quotes);
                in_quotes = !in_quotes;
            }
            _ if !word.is_empty() && word.chars().all(closes) => left = true,
            _ if !word.is_empty() && word.chars().all(opens) => right = true,
            _ => left = CONTRACTIONS.iter().any(|suffix| word.eq_ignore_ascii_case(suffix)),
        }
        let joins = (left && to.len() > begin && !to.ends_with(' ')) || glue;
        if !joins {
            to.push(' ');
        } else if to.len() > begin {
            places += 1;
        }
        to.push_str(if word == "@-@" && joins && right { "-" } else { word });
        glue = right && words.peek().is_some_and(|next| !next.is_empty());
    }
    places
}

/// Whether a mark belongs to the word before it.
fn closes(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | '!'
            | '?'
            | ';'
            | ':'
            | '%'
            | ')'
            | ']'
            | '}'
            | '…'
            | '»'
            | '”'
            | '’'
            | '。'
            | '，'
            | '、'
            | '！'
            | '？'
            | '；'
            | '：'
            | '）'
            | '】'
            | '」'
            | '』'
            | '》'
            | '।'
            | '؟'
            | '،'
    )
}

/// Whether a mark belongs to the word after it.
fn opens(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | '«' | '“' | '‘' | '„' | '¿' | '¡' | '（' | '【' | '「' | '『' | '《')
}
