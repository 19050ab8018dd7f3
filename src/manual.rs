//! The reference manual of the program `bleu`, one chapter per module. README.md is the introduction; `bleu --help`
//! lists the options.
//!
//! - [`scores`]: how a score is defined: formulas, smoothing, weights, effective order
//! - [`tokenizers`]: the rules of each tokenizer, and which to use for which language
//! - [`exactness`]: agreement with other tools, and all differences
//! - [`significance`]: confidence intervals and tests, and how their p-values differ from sacreBLEU's
//! - [`samples`]: many samples of each segment: typical and best scores, minimum Bayes risk, all pairs, diversity
//! - [`explanation`]: the report of `--explain`, and its JSON keys
//! - [`report`]: the web page of `--report`
//! - [`checks`]: the checks for likely problems with the files, and what-if scores
//! - [`other_tools`]: scores as other tools compute them; Self-BLEU; from sacreBLEU's command line
//! - [`input`]: tables, test sets, groups, documents, missing references, compressed files
//! - [`json`]: the keys of the JSON output and the columns of the TSV output
//! - [`errors`]: errors, warnings, exit statuses, and the treatment of files and encodings
//! - [`shards`]: mergeable statistics: records, rejected input, Spark, GNU parallel, Slurm
//! - [`speed`]: how to measure time and memory, and what to expect
//! - [`dependencies`]: the crates that `bleu` depends on, and why
//! - [`changelog`]: changes from version to version

#[doc = include_str!("manual/changelog.md")]
pub mod changelog {}

#[doc = include_str!("manual/checks.md")]
pub mod checks {}

#[doc = include_str!("manual/dependencies.md")]
pub mod dependencies {}

#[doc = include_str!("manual/errors.md")]
pub mod errors {}

#[doc = include_str!("manual/exactness.md")]
pub mod exactness {}

#[doc = include_str!("manual/explanation.md")]
pub mod explanation {}

#[doc = include_str!("manual/input.md")]
pub mod input {}

#[doc = include_str!("manual/json.md")]
pub mod json {}

#[doc = include_str!("manual/other-tools.md")]
pub mod other_tools {}

#[doc = include_str!("manual/report.md")]
pub mod report {}

#[doc = include_str!("manual/samples.md")]
pub mod samples {}

#[doc = include_str!("manual/scores.md")]
pub mod scores {}

#[doc = include_str!("manual/shards.md")]
pub mod shards {}

#[doc = include_str!("manual/significance.md")]
pub mod significance {}

#[doc = include_str!("manual/speed.md")]
pub mod speed {}

#[doc = include_str!("manual/tokenizers.md")]
pub mod tokenizers {}
