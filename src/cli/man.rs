//! The man page: the flags as clap has them, and the sections of `man.roff`.

use super::args::Args;
use clap::CommandFactory;
use clap_mangen::Man;
use std::io;

/// The sections after the flags.
const SECTIONS: &str = include_str!("man.roff");

/// Returns the man page.
pub fn page() -> io::Result<Vec<u8>> {
    // An empty date would be left out, and the fields after it would be taken for it.
    let man = Man::new(Args::command()).date(" ").manual("User Commands");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    let mut flags = Vec::new();
    man.render_options_section(&mut flags)?;
    page.extend_from_slice(arrange(&String::from_utf8_lossy(&flags)).as_bytes());
    page.extend_from_slice(SECTIONS.as_bytes());
    Ok(page)
}

/// Makes the groups of flags subsections, and begins each item of a list on its own line.
fn arrange(flags: &str) -> String {
    let line = |line: &str| match line.strip_prefix(".SH ") {
        Some(group) if group != "OPTIONS" => format!(".SS {}\n", sentence_case(group)),
        None if line.starts_with("\\- ") => format!(".br\n{line}\n"),
        _ => format!("{line}\n"),
    };
    flags.lines().map(line).collect()
}

/// Returns the text in lower case except for its first letter; clap_mangen gives headings in upper case.
fn sentence_case(text: &str) -> String {
    let lower = text.to_lowercase();
    let first = lower.find(char::is_alphabetic).unwrap_or(0);
    let (quote, rest) = lower.split_at(first);
    let mut rest = rest.chars();
    let capital = rest.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{quote}{capital}{}", rest.as_str())
}
