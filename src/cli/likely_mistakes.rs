//! Likely mistakes on the command line, and what was probably meant.

use crate::display::{escape, path_name, shell_word};
use std::path::{Path, PathBuf};

/// Takes the number out of the candidates of `--explain 17`, which means `--explain-segment 17`. A file of that name is
/// a candidate.
pub fn segment_after_explain(candidates: &mut Vec<PathBuf>) -> Option<u64> {
    let number = |path: &PathBuf| path.to_str()?.parse().ok().filter(|&segment| segment > 0);
    let place = candidates.iter().position(|path| number(path).is_some() && !path.exists())?;
    number(&candidates.remove(place))
}

/// Returns a warning if the first candidate is probably meant as a further reference, as in `-r ref1 ref2 hyp`, where
/// the second reference lacks its -r. The remaining candidates must still number `needed`; otherwise the first is a
/// candidate.
pub fn reference_among_candidates(references: &[PathBuf], candidates: &[PathBuf], needed: usize) -> Option<String> {
    let ([.., reference], [first, second, ..]) = (references, candidates) else { return None };
    (candidates.len() > needed && look_alike(reference, first)).then(|| needs_flag(references, first, second))
}

/// Returns a warning if the only candidate is probably meant as a further reference, as in `cat hyp | bleu -r ref1
/// ref2`, given that standard input is a pipe that is not read.
pub fn reference_instead_of_standard_input(references: &[PathBuf], candidates: &[PathBuf]) -> Option<String> {
    let ([.., reference], [only]) = (references, candidates) else { return None };
    look_alike(reference, only).then(|| needs_flag(references, only, Path::new("-")))
}

/// The warning that a reference is scored as a candidate, with the command that scores `candidate`.
fn needs_flag(references: &[PathBuf], reference: &Path, candidate: &Path) -> String {
    let references = references.iter().map(PathBuf::as_path).chain([reference]);
    let flags: Vec<String> = references.map(|path| format!("-r {}", shell_word(path))).collect();
    format!(
        "{} is scored as a candidate; if it is a reference, it needs its own -r: bleu {} {}",
        path_name(reference),
        escape(&flags.join(" ")),
        escape(&shell_word(candidate))
    )
}

/// Returns a warning if the least score is probably meant on the scale from 0 to 1, although scores are percentages.
pub fn least_score_off_scale(least: f64, percent: bool) -> Option<String> {
    (percent && 0.0 < least && least <= 1.0)
        .then(|| format!("--fail-under {least}: here scores are from 0 to 100; did you mean {}?", least * 100.0))
}

/// Whether two different names are both a reference's, or differ only in digits.
fn look_alike(one: &Path, other: &Path) -> bool {
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let (one_name, other_name) = (name(one), name(other));
    let without_digits = |name: &str| name.replace(|c: char| c.is_ascii_digit(), "");
    one != other
        && (one_name.contains("ref") && other_name.contains("ref")
            || one_name != other_name && without_digits(&one_name) == without_digits(&other_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn a_number_after_explain_is_a_segment() {
        let mut candidates = paths(&["17", "hyp"]);
        assert_eq!(segment_after_explain(&mut candidates), Some(17));
        assert_eq!(candidates, paths(&["hyp"]));
        for names in [&["hyp"][..], &["0"], &["-"], &["1.5"], &[]] {
            assert_eq!(segment_after_explain(&mut paths(names)), None);
        }
    }

    #[test]
    fn a_reference_without_its_flag_is_recognized_by_its_name() {
        let warning = |reference: &str, candidates: &[&str]| {
            reference_among_candidates(&paths(&[reference]), &paths(candidates), 1)
        };
        for (reference, candidates) in [
            ("ref1.txt", &["ref2.txt", "hyp.txt"][..]),
            ("a/refA", &["b/refB", "hyp"]),
            ("test.en.0", &["test.en.1", "test.out"]),
        ] {
            let warning = warning(reference, candidates).unwrap();
            assert!(
                warning.ends_with(&format!("bleu -r {reference} -r {} {}", candidates[0], candidates[1])),
                "{warning}"
            );
        }
        for (reference, candidates) in [
            // One candidate may well be a human reference.
            ("ref1", &["ref2"][..]),
            ("ref", &["ref", "hyp"]),
            ("ref", &["hyp1", "ref2"]),
            ("a.txt", &["b.txt", "c.txt"]),
        ] {
            assert_eq!(warning(reference, candidates), None);
        }
        let warning = reference_instead_of_standard_input(&paths(&["ref1"]), &paths(&["ref2"])).unwrap();
        assert!(warning.ends_with("bleu -r ref1 -r ref2 -"), "{warning}");
        assert_eq!(reference_instead_of_standard_input(&paths(&["ref"]), &paths(&["hyp"])), None);
        // One system cannot be compared, so the human translation is the other.
        assert_eq!(reference_among_candidates(&paths(&["ref1"]), &paths(&["ref2", "hyp"]), 2), None);
    }
}
