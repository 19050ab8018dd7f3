use crate::cli::Job;
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;
pub fn run(_: &Arc<Job>, _: impl Write) -> Result<()> { Ok(()) }
