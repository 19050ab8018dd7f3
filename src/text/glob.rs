//! Paths in which `*` stands for any text of a name.

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
    let pattern = component.as_os_str().to_str().and_then(|name| name.split_once('*'));
    let Some((start, end)) = pattern else { return vec![folder.join(component)] };
    let read = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
    let names = fs::read_dir(read).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let fits = |name: &str| name.strip_prefix(start).is_some_and(|rest| rest.ends_with(end));
    let mut found: Vec<_> = names.filter(|name| fits(&name.to_string_lossy())).map(|name| folder.join(name)).collect();
    found.sort();
    found
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
        assert!(expand(&folder.join("absent/*")).is_empty());
        assert_eq!(expand(Path::new("absent/x")), [Path::new("absent/x")]);
        assert!(expand(Path::new("Cargo.*")).contains(&"Cargo.toml".into()));
        fs::remove_dir_all(folder).expect("the folder can be removed");
    }
}
