//! `--stats` and `--from-stats`: statistics of shards add up to those of the whole corpus, or are refused.
#![cfg(feature = "cli")]

mod common;
