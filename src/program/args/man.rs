//! The man page: the flags as clap has them, and the sections of `man.roff`.

use super::value_lists::program_with_lists;
use clap_mangen::Man;
use std::io;

/// The sections after the flags.
const SECTIONS: &str = include_str!("man.roff");

/// Returns the man page.
pub fn page() -> io::Result<Vec<u8>> {
    // An empty date would be dropped, and the following fields would shift into its place.
    // Flags that the short help hides would have no text.
    let command = program_with_lists().mut_args(|flag| flag.hide_short_help(false));
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
    // The items of lists are lines of their own.
    page.extend_from_slice(String::from_utf8_lossy(&flags).replace("\n\\- ", "\n.br\n\\- ").as_bytes());
    page.extend_from_slice(SECTIONS.as_bytes());
    Ok(page)
}
