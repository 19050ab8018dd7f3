//! Paths in which each `*` stands for any text of a name.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The paths that match a pattern, in alphabetical order; a path without `*` is the only match of itself, whether it exists or
/// not. Folders that cannot be read have no match.
pub fn expand(pattern: &Path) -> Vec<PathBuf> {
    pattern.components().fold(vec![PathBuf::new()], |folders, component| {
        folders.into_iter().flat_map(|folder| matches(folder, component)).collect()
    })
}

fn matches(folder: PathBuf, component: Component) -> Vec<PathBuf> {
    let pattern = component.as_os_str().to_str().filter(|name| name.contains('*'));
    let Some(pattern) = pattern else { return vec![folder.join(component)] };
    let read = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
    let names = fs::read_dir(read).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let names = names.filter(|name| fits(pattern, &name.to_string_lossy()));
    let mut found: Vec<_> = names.map(|name| folder.join(name)).collect();
    found.sort();
    found
}

/// Whether a name matches a pattern. As in a shell, names of hidden files only match patterns that begin with a period too.
fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let (start, end) = (parts.next().unwrap_or_default(), parts.next_back());
    let (Some(rest), Some(end)) = (name.strip_prefix(start), end) else { return pattern == name };
    let Some(mut rest) = rest.strip_suffix(end) else { return false };
    // The leftmost place of each part leaves most for the parts after it.
    let is_next = |part: &str| rest.split_once(part).map(|(_, after)| rest = after).is_some();
    parts.all(is_next) && (!name.starts_with('.') || pattern.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_match_any_part_of_a_name() {
        let folder = std::env::temp_dir().join(format!("bleu-glob-{}", std::process::id()));
        for name in ["python3.9/x", "python3.11/x", "perl/x"] {
            fs::create_dir_all(folder.join(name)).expect("the folder can be made");
        }
        let python = [folder.join("python3.11/x"), folder.join("python3.9/x")];
        assert_eq!(expand(&folder.join("python3*/x")), python);
        assert_eq!(expand(&folder.join("*3.9/x")), python[1..]);
        assert_eq!(expand(&folder.join("p*th*n*/*")), python);
        assert!(expand(&folder.join("absent/*")).is_empty());
        assert_eq!(expand(Path::new("absent/x")), [Path::new("absent/x")]);
        assert!(expand(Path::new("Cargo.*")).contains(&"Cargo.toml".into()));
        fs::remove_dir_all(folder).expect("the folder can be removed");
    }

    #[test]
    fn a_name_may_have_several_stars() {
        let fitting =
            [("a*c*", "abcd"), ("*b*", "abc"), ("*", "x"), ("a**b", "ab"), ("*ab*ab", "xabab"), ("..*", "..x")];
        let others = [("a*a", "a"), ("*ab*ab", "xab"), ("*b*c", "cb"), ("*", ".x"), ("*.txt", ".a.txt"), ("a", "b")];
        for ((fitting, name), (other, other_name)) in fitting.into_iter().zip(others) {
            assert!(fits(fitting, name), "{fitting} {name}");
            assert!(!fits(other, other_name), "{other} {other_name}");
        }
        assert!(fits(".*", ".x"));
    }
}
