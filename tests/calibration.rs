//! How far intervals, p-values and power can be trusted: simulations with known truth. Two short ones, of means over sets and over
//! samples, are run with all tests; the long ones by hand, in a release build:
//!
//!     cargo test --release calibration:: -- --ignored --nocapture
//!
//! The segments come from CALIBRATION_DATA, file names separated by colons (a reference, then two systems or more), or
//! else are made up. CALIBRATION_SETS lists several such sets, separated by spaces, for the test of equal systems on whole test sets.
//! The results for real data are in the manual's chapter on significance.

use bleu::{
    Confidence, Correction, Definition, PairedTest, Power, Resampling, SIGNIFICANCE_LEVEL, SegmentStatistics,
    Statistics, Systems,
};
use std::env;
use std::fs::read_to_string;

/// Simulated experiments per figure; the standard error of a rate of 5 of 100 is then 0.7 of 100.
const EXPERIMENTS: u64 = 1_000;

/// Resamples per test.
const RESAMPLES: usize = 1_000;

/// Segments of each simulated test set, unless they vary.
const SEGMENTS: usize = 500;

/// Random numbers: splitmix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// The statistics of each segment, one list per system.
fn population() -> Vec<Vec<Statistics>> {
    match env::var("CALIBRATION_DATA") {
        Ok(files) => of_files(&files.split(':').map(|file| read_to_string(file).unwrap()).collect::<Vec<_>>()),
        Err(_) => made_up(),
    }
}

fn of_files(texts: &[String]) -> Vec<Vec<Statistics>> {
    let (reference, candidates) = texts.split_first().unwrap();
    let statistics = |candidate: &String| {
        let mut corpus = Definition::default().accumulator();
        candidate
            .lines()
            .zip(reference.lines())
            .map(|(line, reference)| corpus.add(line, &[reference]).unwrap())
            .collect()
    };
    candidates.iter().map(statistics).collect()
}

/// Three systems on 2,000 segments whose difficulty varies; each is a little better than the one before.
fn made_up() -> Vec<Vec<Statistics>> {
    let mut random = Random(1);
    let mut systems = vec![Vec::new(); 3];
    for _ in 0..2000 {
        let (length, difficulty) = (5 + random.below(30), random.below(30));
        for (quality, system) in systems.iter_mut().enumerate() {
            let hyp_len = length + random.below(3);
            let mut correct = Vec::new();
            let mut matches = |n: usize, of: usize| {
                let chance = (60 - difficulty).saturating_sub(4 * n) + quality;
                (0..of).filter(|_| random.below(100) < chance).count()
            };
            let mut left = hyp_len;
            for n in 0..4 {
                left = matches(n, left).min(hyp_len.saturating_sub(n));
                correct.push(left as u64);
            }
            let total: Vec<u64> = (0..4).map(|n| hyp_len.saturating_sub(n) as u64).collect();
            system.push(Statistics::new(hyp_len as u64, length as u64, &correct, &total).unwrap());
        }
    }
    systems
}

fn table(segments: impl IntoIterator<Item = Statistics>) -> SegmentStatistics {
    let mut table = SegmentStatistics::new(4).unwrap();
    segments.into_iter().for_each(|segment| table.push(&segment).unwrap());
    table
}

fn score(table: &SegmentStatistics) -> f64 {
    Definition::default().score(&table.sum()).unwrap().value()
}

/// Numbers of segments, drawn with repetition: a test set from an endless supply of such segments.
fn drawn(random: &mut Random, count: usize, of: usize) -> Vec<usize> {
    (0..count).map(|_| random.below(of)).collect()
}

fn resampling(seed: u64, correction: Correction) -> Resampling {
    Resampling::new().resamples(RESAMPLES).seed(seed).correction(correction)
}

/// Results of comparing two systems on a test set.
struct Found {
    /// sacreBLEU's p-value of the bootstrap is below 0.05.
    bootstrap: bool,
    randomization: bool,
    /// The difference is significant by the interval.
    interval: bool,
    low: f64,
    high: f64,
    standard_error: f64,
    power: Option<Power>,
}

fn compare(systems: &[SegmentStatistics; 2], seed: u64) -> Found {
    let compare = |test| {
        let paired = resampling(seed, Correction::None).paired(test, &Definition::default(), &Systems::new(systems));
        paired.unwrap()[1].comparison.unwrap()
    };
    let (bootstrap, randomization) = (compare(PairedTest::Bootstrap), compare(PairedTest::Randomization));
    let spread = bootstrap.spread.unwrap();
    Found {
        bootstrap: bootstrap.p_value < SIGNIFICANCE_LEVEL,
        randomization: randomization.is_significant(),
        interval: bootstrap.is_significant(),
        low: spread.low,
        high: spread.high,
        standard_error: spread.standard_error,
        power: Power::new(&bootstrap, systems[0].len()),
    }
}

/// Counts of what experiments found, per hundred.
#[derive(Default)]
struct Rates {
    bootstrap: f64,
    randomization: f64,
    interval: f64,
}

impl Rates {
    fn of(found: &[Found]) -> Rates {
        let rate =
            |is: &dyn Fn(&Found) -> bool| per_hundred(found.iter().filter(|found| is(found)).count(), found.len());
        Rates {
            bootstrap: rate(&|found| found.bootstrap),
            randomization: rate(&|found| found.randomization),
            interval: rate(&|found| found.interval),
        }
    }
}

fn per_hundred(count: usize, of: usize) -> f64 {
    100.0 * count as f64 / of as f64
}

/// Runs experiments on all cores; each has a seed of its own.
fn experiments<T: Send>(count: u64, experiment: impl Fn(u64, &mut Random) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().unwrap().get() as u64;
    let run = |thread: u64| {
        let seeds = (0..count).filter(move |seed| seed % threads == thread);
        seeds.map(|seed| experiment(seed, &mut Random(seed.wrapping_mul(0x5851_f42d_4c95_7f2d)))).collect::<Vec<_>>()
    };
    let run = &run;
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || run(thread))).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    })
}

#[test]
#[ignore = "takes minutes"]
fn equal_systems_are_called_different_in_5_of_100_cases() {
    let systems = population();
    let found = experiments(EXPERIMENTS, |seed, random| {
        let segments = drawn(random, SEGMENTS, systems[0].len());
        let mut tables = [table([]), table([])];
        for segment in segments {
            let swap = random.below(2);
            tables[swap].push(&systems[0][segment]).unwrap();
            tables[1 - swap].push(&systems[1][segment]).unwrap();
        }
        compare(&tables, seed)
    });
    let rates = Rates::of(&found);
    println!(
        "equal systems, {SEGMENTS} segments, {EXPERIMENTS} experiments: called different in {:.1} of 100 cases by \
         randomization, {:.1} by the interval, {:.1} by the bootstrap's p-value",
        rates.randomization, rates.interval, rates.bootstrap
    );
    assert!((3.0..7.0).contains(&rates.randomization) && (3.0..8.0).contains(&rates.interval));
    // sacreBLEU's p-value subtracts the mean of the absolute differences, which makes it about half as large.
    assert!((8.0..15.0).contains(&rates.bootstrap));
}

/// Two systems are made equal by swapping their outputs for a random half of the segments; all segments of a real test
/// set take part, for each set and each pair of its systems.
#[test]
#[ignore = "takes minutes, and needs CALIBRATION_SETS"]
fn equal_systems_on_whole_test_sets_are_called_different_in_5_of_100_cases() {
    let files = |set: &str| set.split(':').map(|file| read_to_string(file).unwrap()).collect::<Vec<_>>();
    let sets = env::var("CALIBRATION_SETS").unwrap();
    let sets: Vec<Vec<Vec<Statistics>>> = sets.split_whitespace().map(|set| of_files(&files(set))).collect();
    let pairs = |(set, systems): (usize, &Vec<Vec<Statistics>>)| {
        let count = systems.len();
        (0..count).flat_map(move |a| (a + 1..count).map(move |b| (set, a, b))).collect::<Vec<_>>()
    };
    let pairs: Vec<(usize, usize, usize)> = sets.iter().enumerate().flat_map(pairs).collect();
    let found = experiments(2 * EXPERIMENTS, |seed, random| {
        let (set, a, b) = pairs[seed as usize % pairs.len()];
        let mut tables = [table([]), table([])];
        for (one, other) in sets[set][a].iter().zip(&sets[set][b]) {
            let swap = random.below(2);
            tables[swap].push(one).unwrap();
            tables[1 - swap].push(other).unwrap();
        }
        compare(&tables, seed)
    });
    let rates = Rates::of(&found);
    println!(
        "equal systems, {} pairs of {} whole test sets, {} experiments: called different in {:.1} of 100 cases by \
         randomization, {:.1} by the interval, {:.1} by the bootstrap's p-value",
        pairs.len(),
        sets.len(),
        found.len(),
        rates.randomization,
        rates.interval,
        rates.bootstrap
    );
    assert!((3.0..7.0).contains(&rates.randomization) && (3.0..8.0).contains(&rates.interval));
    assert!((8.0..15.0).contains(&rates.bootstrap));
}

#[test]
#[ignore = "takes minutes"]
fn holm_controls_the_family_wise_error() {
    let systems = population();
    for test in [PairedTest::Randomization, PairedTest::Bootstrap] {
        for correction in [Correction::None, Correction::Holm] {
            let families = experiments(EXPERIMENTS / 2, |seed, random| {
                let mut tables = vec![table([]); 10];
                for segment in drawn(random, SEGMENTS, systems[0].len()) {
                    tables.iter_mut().for_each(|table| {
                        table.push(&systems[random.below(systems.len())][segment]).unwrap();
                    });
                }
                let definition = Definition::default();
                let paired = resampling(seed, correction).paired(test, &definition, &Systems::new(&tables)).unwrap();
                let comparisons = || paired.iter().filter_map(|found| found.comparison);
                let by_p_value = comparisons().any(|comparison| comparison.p_value < SIGNIFICANCE_LEVEL);
                [comparisons().any(|comparison| comparison.is_significant()), by_p_value]
            });
            let rate = |which: usize| per_hundred(families.iter().filter(|any| any[which]).count(), families.len());
            println!(
                "ten equal systems, {test:?}, {correction:?}: {:.1} of 100 families with a false mark, {:.1} by the p-value",
                rate(0),
                rate(1)
            );
            if correction == Correction::Holm {
                assert!(rate(0) < 9.0);
            }
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn intervals_cover_the_true_difference_in_95_of_100_cases() {
    let systems = population();
    let whole = [0, 1].map(|system| table(systems[system].iter().cloned()));
    let (scores, difference) = (score(&whole[1]), score(&whole[1]) - score(&whole[0]));
    for count in [50, 200, 500, 2000] {
        let covered = experiments(EXPERIMENTS, |seed, random| {
            let segments = drawn(random, count, systems[0].len());
            let tables = [0, 1].map(|system| table(segments.iter().map(|&segment| systems[system][segment].clone())));
            let found = compare(&tables, seed);
            let confidence =
                resampling(seed, Correction::None).confidence(&Definition::default(), &Systems::new(&tables));
            let Confidence { low, high, .. } = confidence.unwrap()[1];
            [(low..=high).contains(&scores), (found.low..=found.high).contains(&difference)]
        });
        let rate = |which: usize| per_hundred(covered.iter().filter(|covered| covered[which]).count(), covered.len());
        println!(
            "{count} segments: intervals cover the score in {:.1}, the difference in {:.1} of 100 cases",
            rate(0),
            rate(1)
        );
        assert!((91.0..98.0).contains(&rate(1)));
    }
}

#[test]
#[ignore = "takes minutes"]
fn power_is_as_the_square_root_law_predicts() {
    let systems = population();
    let whole = [0, 1].map(|system| table(systems[system].iter().cloned()));
    let difference = score(&whole[1]) - score(&whole[0]);
    let pilot = compare(&whole, 1);
    let needed = pilot.power.unwrap().segments_needed.unwrap() as usize;
    println!("difference {difference:.5}, standard error {:.5}, {needed} segments needed", pilot.standard_error);
    for count in [needed / 8, needed / 4, needed / 2, needed] {
        let error = pilot.standard_error * (whole[0].len() as f64 / count as f64).sqrt();
        let predicted = 100.0 * normal_above(1.959964 - difference.abs() / error);
        let found = experiments(EXPERIMENTS, |seed, random| {
            let segments = drawn(random, count, systems[0].len());
            compare(&[0, 1].map(|system| table(segments.iter().map(|&segment| systems[system][segment].clone()))), seed)
        });
        let rates = Rates::of(&found);
        println!(
            "{count} segments: predicted {predicted:.1} of 100; found {:.1} by randomization, {:.1} by the interval, {:.1} \
             by the bootstrap's p-value",
            rates.randomization, rates.interval, rates.bootstrap
        );
        assert!((rates.randomization - predicted).abs() < 6.0);
    }
}

/// The share of the normal distribution above `x`, by the trapezoidal rule.
fn normal_above(x: f64) -> f64 {
    const STEP: f64 = 0.001;
    let density = |x: f64| (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0..10_000).map(|i| x + (f64::from(i) + 0.5) * STEP).map(|x| density(x) * STEP).sum()
}

/// A set of segments of two systems with this many runs each. A segment has a difficulty, and so has a run of a segment; the
/// second system translates `better` of 1000 tokens more.
fn test_set(random: &mut Random, segments: usize, runs: usize, better: usize) -> [Vec<SegmentStatistics>; 2] {
    let mut systems = [0, 1].map(|_| vec![SegmentStatistics::new(1).unwrap(); runs]);
    for _ in 0..segments {
        let (length, of_segment) = (10 + random.below(20), 500 + random.below(300));
        for (system, tables) in systems.iter_mut().enumerate() {
            for table in tables {
                let chance = of_segment + system * better + random.below(200) - 100;
                let correct = (0..length).filter(|_| random.below(1000) < chance).count();
                table
                    .push(&Statistics::new(length as u64, length as u64, &[correct as u64], &[length as u64]).unwrap())
                    .unwrap();
            }
        }
    }
    systems
}

fn unigrams() -> Definition {
    Definition::builder().order(1).build().unwrap()
}

/// Asserts that a rate of 5 of 100 was found: within three standard errors, and 1 of 100 for the error of a bootstrap of few
/// segments.
fn assert_is_level(errors: usize, of: usize, what: &str) {
    let rate = errors as f64 / of as f64;
    let noise = 3.0 * (0.05 * 0.95 / of as f64).sqrt();
    assert!((0.05 - noise..0.06 + noise).contains(&rate), "{what}: {errors} of {of}");
}

#[test]
fn intervals_and_tests_of_the_mean_of_sets_are_right_in_95_of_100_cases() {
    const BETTER: usize = 20;
    let (definition, experiments) = (unigrams(), 300);
    let (mut missed, mut missed_score, mut alarms) = (0, 0, 0);
    let mut random = Random(3);
    for seed in 0..experiments {
        // Sets of other sizes, whose differences cancel or not.
        let sets = |random: &mut Random, better: usize| -> Vec<Vec<SegmentStatistics>> {
            [30, 60, 45].map(|segments| test_set(random, segments, 1, better).concat()).into()
        };
        let resampling = resampling(seed as u64, Correction::None).resamples(100);
        let different = sets(&mut random, BETTER);
        let found = resampling.paired(PairedTest::Bootstrap, &definition, &Systems::on_sets(&different)).unwrap();
        let spread = found[1].comparison.unwrap().spread.unwrap();
        // The tokens are as many as the references', so the score is the share of correct tokens.
        let truth = BETTER as f64 / 1000.0;
        missed += usize::from(!(spread.low..=spread.high).contains(&truth));
        let confidence = found[0].confidence.unwrap();
        missed_score += usize::from(!(confidence.low..=confidence.high).contains(&0.649));
        let equal = sets(&mut random, 0);
        let found = resampling.paired(PairedTest::Randomization, &definition, &Systems::on_sets(&equal)).unwrap();
        alarms += usize::from(found[1].comparison.unwrap().is_significant());
    }
    assert_is_level(missed, experiments, "intervals of the difference of means");
    assert_is_level(missed_score, experiments, "intervals of means");
    assert_is_level(alarms, experiments, "false alarms");
}

#[test]
fn intervals_and_tests_of_segments_and_samples_are_right_in_95_of_100_cases() {
    const BETTER: usize = 20;
    let (definition, experiments) = (unigrams(), 300);
    for samples in [2, 5] {
        let (mut missed, mut alarms) = (0, 0);
        let mut random = Random(samples as u64);
        for seed in 0..experiments {
            let resampling = resampling(seed as u64, Correction::None).resamples(100);
            let different = test_set(&mut random, 60, samples, BETTER);
            let found = resampling.paired(PairedTest::Bootstrap, &definition, &Systems::of_runs(&different)).unwrap();
            let spread = found[1].comparison.unwrap().spread.unwrap();
            missed += usize::from(!(spread.low..=spread.high).contains(&(BETTER as f64 / 1000.0)));
            let equal = test_set(&mut random, 60, samples, 0);
            let found = resampling.paired(PairedTest::Randomization, &definition, &Systems::of_runs(&equal)).unwrap();
            alarms += usize::from(found[1].comparison.unwrap().is_significant());
        }
        assert_is_level(missed, experiments, "intervals of the difference over segments and samples");
        assert_is_level(alarms, experiments, "false alarms");
    }
}
