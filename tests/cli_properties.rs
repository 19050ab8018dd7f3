//! Properties of the program on random text that spans several batches.

use crate::common::{TestDir, random_cases};
use crate::naive;
use crate::random::{corpus, joined};
use bleu::{Definition, Tokenization};
use proptest::prelude::*;
use proptest::sample::select;

proptest! {
    // Each case runs the program several times on some hundred kilobytes.
    #![proptest_config(random_cases(8))]

    #[test]
    fn lines_longer_than_a_batch_are_counted_as_naively(
        corpus in corpus(1),
        lengths in prop::collection::vec(select(vec![100, 60_000, 70_000, 140_000]), 8),
        name in select(vec!["13a", "intl", "zh", "none"]),
        jobs in 1..3,
    ) {
        let mut lengths = lengths.into_iter();
        let mut lengthen = |line: &String| line.repeat(lengths.next().unwrap() / line.len().max(1));
        let mut texts: Vec<Vec<String>> =
            corpus.iter().map(|lines| lines.iter().take(4).map(&mut lengthen).collect()).collect();
        // The program skips a byte order mark at the start of a file.
        for lines in &mut texts {
            lines[0] = lines[0].trim_start_matches('\u{FEFF}').to_owned();
        }
        let tokenization: Tokenization = name.parse().unwrap();
        let definition = Definition::builder().tokenization(tokenization).build().unwrap();
        let mut expected = vec![0; 10];
        for (candidate, reference) in texts[0].iter().zip(&texts[1]) {
            let [candidate, reference] = [candidate, reference].map(|line| naive::tokens(&definition, line));
            let row = naive::count(&candidate, &[reference], 4);
            expected.iter_mut().zip(row).for_each(|(sum, count)| *sum += u64::from(count));
        }
        let dir = TestDir::with([("hyp", &*joined(&texts[0])), ("ref", &*joined(&texts[1]))]);
        let found = dir.run(&format!("-r ref --quiet -f json --tokenize {name} --jobs {jobs} hyp")).json();
        let counts = ["counts", "totals"].iter().flat_map(|name| found[name].as_array().unwrap().clone());
        let numbers = [found["hyp_len"].clone(), found["ref_len"].clone()].into_iter().chain(counts);
        prop_assert_eq!(numbers.map(|number| number.as_u64().unwrap()).collect::<Vec<_>>(), expected);
    }

    /// Text has a path of its own to bare numbers.
    #[test]
    fn bare_numbers_of_segments_are_the_scores_of_json(
        corpus in corpus(2),
        flags in select(vec![
            "", "--effective-order=no", "--smooth none", "--smooth floor --effective-order", "--smooth add-k=0.5", "--max-order 1",
            "--max-order 9", "--weights 0.6,0,0.4 --effective-order=no", "--percent", "--as nltk", "--smooth add-k-all",
        ]),
        digits in 0..13_usize,
    ) {
        let [hyp, other, reference] = [0, 1, 2].map(|i| joined(&corpus[i]));
        let dir = TestDir::with([("hyp", &*hyp), ("other", &*other), ("ref", &*reference)]);
        for systems in ["hyp", "hyp other"] {
            let run = |more: &str| dir.run(&format!("-r ref --quiet --sentence {flags} {more} {systems}")).prints();
            let text = run(&format!("--digits {digits}"));
            let found: Vec<&str> = text.split(['\n', '\t']).filter(|number| !number.is_empty()).collect();
            let expected: Vec<String> = run("-f json").lines().map(|line| {
                let object: serde_json::Value = serde_json::from_str(line).unwrap();
                format!("{:.digits$}", object["score"].as_f64().unwrap())
            }).collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_same_output(corpus in corpus(2), jobs in 2..9) {
        let largest = corpus.iter().map(|lines| joined(lines).len()).max().unwrap();
        // Several batches, by their size or, of short lines, by their number.
        let times = (250_000 / largest).min(20_000 / corpus[0].len());
        let [hyp, one, two] = [0, 1, 2].map(|i| joined(&corpus[i]).repeat(times));
        let dir = TestDir::with([("hyp", &*hyp), ("one", &*one), ("two", &*two)]);
        for mode in ["", "--sentence"] {
            let run = |jobs| dir.run(&format!("-r one -r two --quiet -f json {mode} --jobs {jobs} hyp")).prints();
            let (one_thread, many) = (run(1), run(jobs));
            prop_assert!(one_thread.contains("\"counts\""));
            prop_assert!(one_thread == many, "{} jobs {}", jobs, mode);
        }
    }
}
