//! MeCab in the obvious way: all words at all places, each compared with all that end where it begins.

use super::dictionary_builder::{Category, Reading, Source};
use bleu::mecab::Language;

struct Word {
    /// Where the word before it ends, and where it begins after spaces.
    position: usize,
    start: usize,
    end: usize,
    reading: Reading,
    cost: i64,
    previous: Option<usize>,
}

pub fn tokens(source: &Source, language: Language, line: &str) -> String {
    let is_space = |c: char| c.is_whitespace() || ('\u{1C}'..='\u{1F}').contains(&c);
    let line = line.trim_matches(is_space);
    let text: Vec<char> = line.chars().take_while(|&c| c != '\0').collect();
    let words = best_words(source, language, &text);
    let text: Vec<String> = words.iter().map(|&(start, end)| text[start..end].iter().collect()).collect();
    text.join(" ").split(is_space).filter(|token| !token.is_empty()).collect::<Vec<_>>().join(" ")
}

fn best_words(source: &Source, language: Language, text: &[char]) -> Vec<(usize, usize)> {
    let mut words = vec![Word { position: 0, start: 0, end: 0, reading: NO_READING, cost: 0, previous: None }];
    for position in 0..text.len() {
        let before: Vec<usize> = (0..words.len()).filter(|&i| words[i].end == position).collect();
        let start = position + spaces(source, &text[position..]);
        if before.is_empty() || start == text.len() {
            continue;
        }
        for (end, reading) in candidates(source, text, start) {
            let penalty = if language == Language::Korean && start > position { penalty(source, reading) } else { 0 };
            let (cost, previous) = best_before(source, &words, &before, reading.left_id);
            let cost = cost + i64::from(reading.cost) + penalty;
            words.push(Word { position, start, end, reading, cost, previous: Some(previous) });
        }
    }
    let last = words.iter().map(|word| word.end).max().unwrap_or(0);
    let ending: Vec<usize> = (0..words.len()).filter(|&i| words[i].end == last).collect();
    let mut path = Vec::new();
    let mut next = Some(best_before(source, &words, &ending, 0).1);
    while let Some(i) = next.filter(|&i| i > 0) {
        path.push((words[i].start, words[i].end));
        next = words[i].previous;
    }
    path.reverse();
    path
}

const NO_READING: Reading = Reading { left_id: 0, right_id: 0, part_of_speech: 0, cost: 0 };

/// The cheapest; of equally cheap words, one that was found later, but of those found together the first.
fn best_before(source: &Source, words: &[Word], before: &[usize], left_id: u16) -> (i64, usize) {
    let cost = |i: usize| {
        words[i].cost + i64::from(*source.connections.get(&(words[i].reading.right_id, left_id)).unwrap_or(&0))
    };
    let best = before.iter().copied().min_by_key(|&i| (cost(i), std::cmp::Reverse(words[i].position), i));
    best.map(|i| (cost(i), i)).expect("a word ends here")
}

fn penalty(source: &Source, reading: Reading) -> i64 {
    source.penalties.iter().find(|(id, _)| *id == reading.part_of_speech).map_or(0, |&(_, cost)| cost.into())
}

fn categories(source: &Source, c: char) -> &[usize] {
    match c {
        '\u{FFFF}' => &[],
        _ => source.characters.get(&if c > '\u{FFFF}' { '\0' } else { c }).map_or(&[0], |categories| categories),
    }
}

fn alike(source: &Source, a: char, b: char) -> bool {
    categories(source, a).iter().any(|category| categories(source, b).contains(category))
}

/// Number of spaces that the text begins with.
fn spaces(source: &Source, text: &[char]) -> usize {
    (0..text.len()).take_while(|&i| alike(source, if i == 0 { ' ' } else { text[i - 1] }, text[i])).count()
}

/// The words that begin at `start`: their ends and readings.
fn candidates(source: &Source, text: &[char], start: usize) -> Vec<(usize, Reading)> {
    let mut found = Vec::new();
    let longest = source.words.keys().map(|word| word.chars().count()).max().unwrap_or(0);
    for end in start + 1..=text.len().min(start + longest) {
        let word: String = text[start..end].iter().collect();
        found.extend(source.words.get(&word).into_iter().flatten().map(|&reading| (end, reading)));
    }
    let category = categories(source, text[start]).first().copied().unwrap_or(0);
    let Category { max_length, forms_groups, always_unknown, readings, .. } = &source.categories[category];
    let has_flags = text[start] != '\u{FFFF}';
    if !found.is_empty() && (!*always_unknown || !has_flags) {
        return found;
    }
    let mut ends = Vec::new();
    let group = (start + 1..text.len()).find(|&i| !alike(source, text[i - 1], text[i])).unwrap_or(text.len());
    if *forms_groups && has_flags && group - start <= 25 {
        ends.push(group);
    }
    for end in start + 1..=text.len().min(start + if has_flags { *max_length as usize } else { 0 }) {
        let is_like_first = text[start + 1..end].iter().all(|&c| alike(source, text[start], c));
        if !is_like_first || ends.first() == Some(&end) {
            break;
        }
        ends.push(end);
    }
    if ends.is_empty() && found.is_empty() {
        ends.push(start + 1);
    }
    found.extend(ends.iter().flat_map(|&end| readings.iter().map(move |&reading| (end, reading))));
    found
}
