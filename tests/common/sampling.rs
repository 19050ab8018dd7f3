//! A choice of the cases that take long together, for unit tests and the tests of the program: some at each change of the
//! sources, all with `BLEU_TEST_ALL=1`.

use proptest::test_runner::Config;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::LazyLock;

/// Share of random cases that are tried unless all are.
const RANDOM_SHARE: u32 = 4;

/// One case in each run of `share` cases that take long together: another one after each change of the sources, so that all
/// are tested every few changes. All of them if `BLEU_TEST_ALL` is set.
pub fn sample<T>(share: usize, cases: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    static SOURCES: LazyLock<u64> = LazyLock::new(hash_of_sources);
    let has_all = tries_all();
    let is_chosen = move |place: usize| {
        let mut hasher = DefaultHasher::new();
        (*SOURCES, place / share).hash(&mut hasher);
        has_all || hasher.finish() % share as u64 == (place % share) as u64
    };
    cases.into_iter().enumerate().filter(move |(place, _)| is_chosen(*place)).map(|(_, case)| case)
}

/// A fourth of the random cases of a property that takes long, other ones in each run. All of them if `BLEU_TEST_ALL` is set.
pub fn random_cases(number: u32) -> Config {
    Config::with_cases(if tries_all() { number } else { number.div_ceil(RANDOM_SHARE) })
}

/// Whether tests try all of their cases.
pub fn tries_all() -> bool {
    std::env::var_os("BLEU_TEST_ALL").is_some()
}

/// A hash of all files of the program.
fn hash_of_sources() -> u64 {
    let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    files.iter().for_each(|path| fs::read(path).unwrap().hash(&mut hasher));
    hasher.finish()
}
