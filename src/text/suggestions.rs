//! Suggestions for names that are not known: of flags' values, columns, keys, systems.

/// Maximum number of names listed in a message.
const MAX_LISTED: usize = 40;

/// Minimum similarity (0 to 1) for a suggestion.
const SIMILAR: f64 = 0.7;

/// Returns the known name that is most like this one, if one is like it.
pub fn nearest<'a>(name: &str, known: &'a [impl AsRef<str>]) -> Option<&'a str> {
    let similarity = |other: &str| strsim::jaro_winkler(&name.to_lowercase(), &other.trim().to_lowercase());
    let all = known.iter().map(|other| (similarity(other.as_ref()), other.as_ref()));
    let similar = all.filter(|(similarity, _)| *similarity >= SIMILAR);
    similar.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name)
}

/// Returns the message about a name that is not known, with the nearest name and a list of all.
pub fn unknown(kind: &str, name: &str, known: &[impl AsRef<str>]) -> String {
    message(kind, name, known, nearest(name, known))
}

/// Returns the message about a name that is not known, if it is this one that is probably meant.
pub fn unknown_but(kind: &str, name: &str, known: &[impl AsRef<str>], meant: &str) -> String {
    message(kind, name, known, Some(meant))
}

fn message(kind: &str, name: &str, known: &[impl AsRef<str>], meant: Option<&str>) -> String {
    let advice = meant.map_or_else(String::new, |name| format!("did you mean '{name}'? "));
    let named = || known.iter().map(AsRef::as_ref).filter(|name| !name.is_empty());
    // A name of several words, or with white space at its ends, could be misread.
    let shown = |name: &str| if name.contains(char::is_whitespace) { format!("'{name}'") } else { name.to_owned() };
    let listed: Vec<String> = named().take(MAX_LISTED).map(shown).collect();
    let more = named().count().saturating_sub(MAX_LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let all = match &listed[..] {
        [] => String::from("there are none"),
        [only] => format!("the only {kind} is {only}"),
        _ => format!("the {kind}s are {}{more}", listed.join(", ")),
    };
    format!("no {kind} '{name}'; {advice}{all}")
}
