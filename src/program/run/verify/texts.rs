//! Texts that are compared with the texts of a saved run: by their fingerprints, and by what is counted in them.

use crate::bleu::shards::saved::{CountedRun, SavedDefinition, SavedRun, TextDigest, TextRole};
use crate::program::results::verification::VerifiedTexts;
use crate::text::display::{count, escape};
use std::path::Path;

/// Maximum number of lines that are named.
const MAX_NAMED: usize = 10;

/// Texts that were given, compared with the texts of a run.
pub struct GivenTexts<'a> {
    run: &'a SavedRun,
    counts: &'a CountedRun,
    texts: &'a [TextDigest],
    /// The text that was given for each text of the run.
    places: Vec<Option<usize>>,
}

impl<'a> GivenTexts<'a> {
    /// Finds the texts of a run among texts that were given, whatever their names and order.
    pub fn new(run: &'a SavedRun, counts: &'a CountedRun, texts: &'a [TextDigest]) -> GivenTexts<'a> {
        GivenTexts { run, counts, texts, places: places(&run.texts, texts) }
    }

    /// For each text of a role in the run, its place among the given texts of that role; `None` if a text was not given.
    pub fn order(&self, role: TextRole) -> Option<Vec<usize>> {
        let before = self.texts.iter().position(|text| text.role == role)?;
        let own = self.run.texts.iter().zip(&self.places).filter(|(text, _)| text.role == role);
        own.map(|(_, place)| place.map(|place| place - before)).collect()
    }

    /// The differences from the run that was saved.
    pub fn verified(&self) -> VerifiedTexts {
        let mut found = VerifiedTexts { all: self.run.texts.len(), ..VerifiedTexts::default() };
        for (saved, place) in self.run.texts.iter().zip(&self.places) {
            match place.map(|place| &self.texts[place]) {
                Some(text) if is_same(saved, text) => {
                    found.same += 1;
                    if !has_same_name(saved, text) {
                        found.notes.push(format!("{} is {}, renamed", escape(&text.name), escape(&saved.name)));
                    }
                }
                Some(text) => found.differences.push(difference(saved, text)),
                None if saved.role == TextRole::Reference => {
                    found.differences.push(format!("{}: not among the texts; it was a reference", escape(&saved.name)));
                }
                None => found.notes.push(format!("{}: not given, so not counted again", escape(&saved.name))),
            }
        }
        let unknown = (0..self.texts.len()).filter(|place| !self.places.contains(&Some(*place)));
        found
            .differences
            .extend(unknown.map(|place| format!("{}: another text than was scored", escape(&self.texts[place].name))));
        self.compare_counts(&mut found);
        found
    }

    /// Compares what was counted in texts that are candidates of the run.
    fn compare_counts(&self, found: &mut VerifiedTexts) {
        let changed = changed_definitions(&self.run.counts.definitions, &self.counts.definitions);
        found.counts.extend(changed);
        let all = [&self.run.counts, self.counts].map(CountedRun::segments);
        if all[0] != all[1] {
            found.counts.push(format!("{} were counted, now {}", count(all[0] as u64, "segment"), all[1]));
            return;
        }
        found.segments = if self.order_of_candidates().next().is_some() { all[0] } else { 0 };
        for (system, place) in self.order_of_candidates() {
            let name = escape(&self.run.texts[system].name);
            let [saved, now] = [self.run.counts.rows(system), self.counts.rows(place)];
            if saved.len() != now.len() {
                let [saved, now] = [saved.len(), now.len()].map(|tables| count(tables as u64, "table"));
                found.counts.push(format!("{name}: {saved} of samples were counted, now {now}"));
                continue;
            }
            let differs = |segment: usize| {
                let pairs = saved.iter().zip(&now).map(|(saved, now)| (saved[segment], now[segment]));
                pairs.into_iter().find(|(saved, now)| saved != now).map(|pair| (pair, segment + 1))
            };
            let mut differing = (0..all[0]).filter_map(differs);
            if let Some(((saved, now), segment)) = differing.next() {
                let others = match differing.count() {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let id =
                    self.run.counts.ids.get(segment - 1).map(|id| format!(" ({})", escape(id))).unwrap_or_default();
                found.counts.push(format!(
                    "{name}: segment {segment}{id}{others} {} counted differently: {}; saved: {}",
                    if others.is_empty() { "is" } else { "are" },
                    counted(now),
                    counted(saved)
                ));
            }
        }
        if !found.counts.is_empty() && found.differences.is_empty() {
            found.counts.push(format!(
                "the texts are the same, so {} and this version count differently",
                self.run.asked.program
            ));
        }
    }

    /// Places of the candidates that were given, among the candidates of the run, and among those that were given.
    fn order_of_candidates(&self) -> impl Iterator<Item = (usize, usize)> {
        let candidates = self.run.texts.iter().zip(&self.places).enumerate();
        candidates
            .filter_map(|(system, (text, place))| (text.role == TextRole::Candidate).then_some((system, (*place)?)))
    }
}

/// The signatures that are others now, apart from the version of the program.
fn changed_definitions(saved: &[SavedDefinition], now: &[SavedDefinition]) -> Vec<String> {
    let without_version = |signature: &str| -> String {
        signature.split('|').filter(|field| !field.starts_with("version:")).collect::<Vec<_>>().join("|")
    };
    let changed = |saved: &SavedDefinition| {
        let now = now.iter().find(|now| now.set == saved.set)?;
        let [before, after] = [saved, now].map(|definition| without_version(&definition.signature));
        (before != after).then(|| format!("counted as {after}; saved: {before}"))
    };
    saved.iter().filter_map(changed).collect()
}

/// The counts of a segment in words.
fn counted(row: &[u32]) -> String {
    let slashed = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join("/");
    let (lengths, counts) = row.split_at(2.min(row.len()));
    let (correct, total) = counts.split_at(counts.len() / 2);
    let [hyp_len, ref_len] = [0, 1].map(|place| lengths.get(place).copied().unwrap_or_default());
    format!("{} of {} n-grams correct, lengths {hyp_len} and {ref_len}", slashed(correct), slashed(total))
}

fn is_same(saved: &TextDigest, text: &TextDigest) -> bool {
    saved.sha256 == text.sha256 && saved.missing == text.missing
}

fn has_same_name(saved: &TextDigest, text: &TextDigest) -> bool {
    let file = |name: &str| Path::new(name).file_name().map(|name| name.to_owned());
    saved.name == text.name || file(&saved.name) == file(&text.name)
}

/// How a text differs from the one that was scored.
fn difference(saved: &TextDigest, text: &TextDigest) -> String {
    let lines = saved.differing_lines(text);
    let name = match has_same_name(saved, text) {
        true => escape(&text.name),
        false => format!("{} (saved as {})", escape(&text.name), escape(&saved.name)),
    };
    let named: Vec<String> = lines.iter().take(MAX_NAMED).map(u64::to_string).collect();
    let more = if lines.len() > MAX_NAMED { ", ..." } else { "" };
    let (all, now) = (saved.len(), text.len());
    if all != now {
        let first = lines.first().map(|line| format!("; the first that differs is {line}")).unwrap_or_default();
        return format!("{name}: {} instead of the {all} that were scored{first}", count(now as u64, "line"));
    }
    format!("{name}: {} of {all} lines differ from what was scored: {}{more}", lines.len(), named.join(", "))
}

/// The given text for each that was saved: the same text, or else one of the same name, or else one with mostly the same lines.
fn places(saved: &[TextDigest], given: &[TextDigest]) -> Vec<Option<usize>> {
    let mut places = vec![None; saved.len()];
    let rules: [fn(&TextDigest, &TextDigest) -> bool; 4] = [
        |saved, text| is_same(saved, text) && has_same_name(saved, text),
        is_same,
        |saved, text| 2 * saved.differing_lines(text).len() < saved.len(),
        has_same_name,
    ];
    for rule in rules {
        for (number, saved) in saved.iter().enumerate() {
            if places[number].is_some() {
                continue;
            }
            let mut free = (0..given.len()).filter(|place| !places.contains(&Some(*place)));
            places[number] = free.find(|place| given[*place].role == saved.role && rule(saved, &given[*place]));
        }
    }
    places
}
