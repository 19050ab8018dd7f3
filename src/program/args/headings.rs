//! Headings of the groups of flags in the help.

pub const INPUT: &str = "Input";
pub const SCORE: &str = "Score";
pub const MODES: &str = "Modes, one per run (default: the corpus score)";
pub const SIGNIFICANCE: &str = "Significance";
pub const EXPLANATION: &str = "Explanation";
pub const OUTPUT: &str = "Output";
pub const OTHER: &str = "Other";
