//! The man page: the flags as clap has them, and the sections of `man.roff`.

use super::flags::Args;
use clap::CommandFactory;
use clap_mangen::Man;
use std::io;

/// The sections after the flags.
const SECTIONS: &str = include_str!("man.roff");

/// Returns the man page.
pub fn page() -> io::Result<Vec<u8>> {
    // An empty date would be dropped, and the following fields would shift into its place.
    // Flags that the short help hides would have no text.
    let command = Args::command().mut_args(|flag| flag.hide_short_help(false));
    let man = Man::new(command).date(" ").manual("User Commands");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    // Justified lines have wide gaps, and names must not be hyphenated.
    page.extend_from_slice(b".ad l\n.nh\n");
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    let mut flags = Vec::new();
    man.render_options_section(&mut flags)?;
    page.extend_from_slice(arrange(&String::from_utf8_lossy(&flags)).as_bytes());
    page.extend_from_slice(SECTIONS.as_bytes());
    Ok(page)
}

/// Turns groups of flags into subsections, and lines of values into lists.
fn arrange(flags: &str) -> String {
    let (mut page, mut in_list, mut was_empty) = (String::new(), false, false);
    for line in flags.lines() {
        let item = line.strip_prefix("\\- ");
        let is_request = line.starts_with('.');
        let is_paragraph = was_empty && item.is_none() && !is_request && !line.is_empty();
        let ends_list = in_list && (is_request || is_paragraph);
        page.push_str(match (item, in_list) {
            (Some(_), false) => ".RS\n.IP \\- 2\n",
            (Some(_), true) => ".IP \\- 2\n",
            // A paragraph after the list belongs to the flag too.
            (None, _) if ends_list && is_paragraph => ".RE\n.IP\n",
            (None, _) if ends_list => ".RE\n",
            (None, _) => "",
        });
        in_list = item.is_some() || in_list && !ends_list;
        match line.strip_prefix(".SH ") {
            Some(group) if group != "OPTIONS" => page.push_str(&format!(".SS {}", sentence_case(group))),
            _ => page.push_str(item.unwrap_or(line).trim_start()),
        }
        was_empty = line.is_empty();
        page.push('\n');
    }
    page
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
