//! The reference manual of the program `bleu`, one chapter per module. README.md is the introduction; `bleu --help`
//! lists the options.
//!
//! - [`index`]: the chapters by purpose
//! - [`questions`]: questions that users ask, each with a command
//! - [`scores`]: how a score is defined: formulas, smoothing, weights, effective order
//! - [`tokenizers`]: the rules of each tokenizer, and which to use for which language
//! - [`exactness`]: agreement with other tools, and all differences
//! - [`significance`]: confidence intervals and tests, and how their p-values differ from sacreBLEU's
//! - [`logs`]: logs of language models as candidates: where the text is, ids, answers without a text
//! - [`samples`]: many samples of each segment: typical and best scores, minimum Bayes risk, all pairs, diversity
//! - [`explanation`]: the report of `--explain`, and its JSON keys
//! - [`report`]: the web page of `--report`
//! - [`checks`]: the checks for likely problems with the files, and what-if scores
//! - [`other_tools`]: scores as other tools compute them; Self-BLEU
//! - [`migration`]: from sacreBLEU, NLTK and multi-bleu.perl
//! - [`files`]: the file that you have, and what you type
//! - [`input`]: tables, test sets, groups, documents, missing references, compressed files
//! - [`json`]: the keys of JSON, the columns of tables, CSV, LaTeX
//! - [`errors`]: errors, warnings, exit statuses, and the treatment of files and encodings
//! - [`shards`]: mergeable statistics: records, rejected input, Spark, GNU parallel, Slurm
//! - [`speed`]: how to measure time and memory, and what to expect
//! - [`changelog`]: changes from version to version

/// Declares a module for each chapter, whose documentation is its text, and the list of all.
macro_rules! chapters {
    ($($module:ident = $file:literal),+ $(,)?) => {
        $(
            #[doc = include_str!(concat!("manual/", $file, ".md"))]
            pub mod $module {}
        )+

        /// The chapters: name and text, in Markdown.
        pub const CHAPTERS: &[(&str, &str)] = &[$(($file, include_str!(concat!("manual/", $file, ".md")))),+];
    };
}

chapters! {
    changelog = "changelog",
    checks = "checks",
    errors = "errors",
    exactness = "exactness",
    explanation = "explanation",
    files = "files",
    index = "index",
    input = "input",
    json = "json",
    logs = "logs",
    migration = "migration",
    other_tools = "other-tools",
    questions = "questions",
    report = "report",
    reviewers = "reviewers",
    samples = "samples",
    scores = "scores",
    shards = "shards",
    significance = "significance",
    speed = "speed",
    tokenizers = "tokenizers",
}
