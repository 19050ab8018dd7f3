//! All tests, in one program: many would each be linked with the whole library. `cargo test hostile::` runs the
//! tests of one file.

mod common;
mod naive;
mod random;
mod readers;

mod arrows;
mod calibration;
mod clean;
mod cli;
mod cli_dictionaries;
mod cli_properties;
mod cli_samples;
mod cli_tokenizers;
mod conveniences;
mod decisions;
mod determinism;
mod diagnosis;
mod empty_references;
mod explain;
mod files;
mod flags;
mod gates;
mod hints;
#[cfg(unix)]
mod hostile;
mod input_formats;
mod input_properties;
mod interface;
mod lists;
mod logs;
mod long_tables;
mod mecab;
mod moses;
mod oracle;
#[cfg(unix)]
mod output_files;
mod properties;
mod public_api;
mod readme;
mod repair;
mod report;
mod robust;
mod samples;
mod saved;
mod scorer;
mod sentencepiece;
mod sets;
mod shards;
mod signature;
mod significance;
mod spreadsheets;
mod tokenizers;
mod tools;
mod unicode_tables;
mod what_if;
