//! `--cite --verify`: sentences about a run that was saved, for the appendix of a paper.

use super::flags::Args;
use crate::bleu::shards::saved::{SavedRun, TextRole};
use crate::bleu::significance::PairedTest;
use crate::text::display::{count, short_names};
use serde_json::Value;

/// The sentences of a paper's appendix about a run: the scores, the tests, the ranks, and the file, with its SHA-256.
pub fn sentences(args: &Args, run: &SavedRun, file: &str, sha256: &str) -> String {
    let signature = signature(&run.results).unwrap_or_default();
    let field = |name: &str| signature.split('|').find_map(|field| field.strip_prefix(name)).unwrap_or_default();
    let references = run.texts.iter().filter(|text| text.role == TextRole::Reference).count();
    let systems = run.results.get("systems").unwrap_or(&run.results).as_array().map_or(1, Vec::len);
    let [number_of_systems, segments, references] =
        [(systems, "system"), (run.counts.segments(), "segment"), (references, "reference")]
            .map(|(number, noun)| count(number as u64, noun));
    let program = run.asked.program.replacen('-', " ", 1);
    let mut all = vec![format!(
        "BLEU of {number_of_systems} on {segments} with {references} was computed by {program} (signature: {signature})."
    )];
    let (test, drawn) = match args.paired.or(args.all_pairs) {
        Some(PairedTest::Randomization) => ("approximate randomization", format!("{} trials", field("ar:"))),
        _ => ("paired bootstrap resampling", format!("{} resamples", field("bs:"))),
    };
    let seed = field("seed:");
    let correction = match field("correct:") {
        "" => "without correction".to_owned(),
        name => {
            let others = systems.saturating_sub(1);
            let comparisons = if args.all_pairs.is_some() { systems * others / 2 } else { others };
            let mut letters = name.chars();
            let name = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>();
            format!("with {name}'s correction for {}", count(comparisons as u64, "comparison"))
        }
    };
    if let Some(runs) = args.runs {
        all.push(format!("Scores are means over {} of each system.", count(runs as u64, "training run")));
    }
    if args.all_pairs.is_some() {
        all.push(format!("All pairs of systems were compared by {test} ({drawn}, seed {seed}), {correction}."));
        all.push("Ranks are the positions that are consistent with the significant differences.".into());
    } else if args.paired.is_some() {
        let names: Vec<&str> = run.asked.systems.iter().map(String::as_str).collect();
        let first = short_names(&names).into_iter().next().unwrap_or_default();
        all.push(format!(
            "The other systems were compared with {first} by {test} ({drawn}, seed {seed}), {correction}."
        ));
    } else if args.confidence {
        all.push(format!(
            "95% confidence intervals are those of {} bootstrap resamples of the segments (seed {seed}).",
            field("bs:")
        ));
    }
    all.push(format!(
        "All numbers follow from the statistics in {file} (SHA-256 {sha256}), as bleu --verify checks, with the texts or without."
    ));
    all.join("\n") + "\n"
}

/// The signature with what the tests add, which is beside the systems or in the first of them.
fn signature(results: &Value) -> Option<&str> {
    let first = results.get("signature").or_else(|| results.get(0)?.get("signature"));
    first.and_then(Value::as_str)
}
