//! Replacing places of a line.

/// Appends the line with other text in some places, and returns their number; appends nothing if there is none.
///
/// A place begins with a byte for which `may_begin` holds, which is never a later byte of a character. `edit` gets the
/// character that begins so, and the line from there on. It returns the number of bytes to replace and the new text, or `None`
/// to change nothing.
pub fn replace<T: IntoIterator<Item = char>>(
    line: &str,
    to: &mut String,
    may_begin: impl Fn(u8) -> bool,
    edit: impl Fn(char, &str) -> Option<(usize, T)>,
) -> u64 {
    let (mut places, mut copied, mut at) = (0, 0, 0);
    while let Some(next) = line.as_bytes()[at..].iter().position(|byte| may_begin(*byte)) {
        at += next;
        let rest = &line[at..];
        let c = rest.chars().next().unwrap_or_default();
        if let Some((length, text)) = edit(c, rest) {
            to.push_str(&line[copied..at]);
            to.extend(text);
            places += 1;
            at += length;
            copied = at;
        } else {
            at += c.len_utf8();
        }
    }
    if places > 0 {
        to.push_str(&line[copied..]);
    }
    places
}

/// For each byte, the kinds of replacement that concern it: the i-th of them is bit i.
pub fn sets_by_byte<K: Copy>(kinds: &[K], concerns: impl Fn(K, u8) -> bool) -> [u32; 256] {
    std::array::from_fn(|byte| (0..).zip(kinds).map(|(i, kind)| u32::from(concerns(*kind, byte as u8)) << i).sum())
}

/// The kinds that concern a byte of a line. Most lines have no byte that most kinds look for.
pub fn set_of_line(sets: &[u32; 256], line: &str) -> u32 {
    line.bytes().fold(0, |set, byte| set | sets[usize::from(byte)])
}
