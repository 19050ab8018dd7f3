//! Tables of LaTeX.

use super::{Cell, PrintedRow, PrintedTable};
use regex_lite::Regex;

/// The tables between `\begin{tabular}` and its end, also of `tabular*`, `tabularx` and the like.
pub fn tables(text: &str) -> Vec<PrintedTable> {
    let text = without_comments(text).replace("\\tabularnewline", r"\\");
    let (mut tables, mut from) = (Vec::new(), 0);
    while let Some(begin) = text[from..].find("\\begin{").map(|at| from + at) {
        from = begin + "\\begin{".len();
        let Some(name_end) = text[from..].find('}').map(|at| from + at) else { break };
        let environment = &text[from..name_end];
        if !["tabular", "longtable", "tblr", "array"].iter().any(|name| environment.contains(name)) {
            continue;
        }
        let start = after_arguments(&text, name_end + 1);
        let end = text[start..].find(&format!("\\end{{{environment}}}")).map_or(text.len(), |at| start + at);
        let line = 1 + text[..start].matches('\n').count();
        tables.push(PrintedTable { rows: rows(&text[start..end], line) });
        from = end;
    }
    tables
}

/// The text with comments left out, and all its lines.
fn without_comments(text: &str) -> String {
    text.lines().map(|line| without_comment(line).to_owned() + "\n").collect()
}

/// The part of a line before its comment.
fn without_comment(line: &str) -> &str {
    let mut is_escaped = false;
    let end = line.char_indices().find(|(_, c)| {
        let is_comment = *c == '%' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        is_comment
    });
    end.map_or(line, |(at, _)| &line[..at])
}

/// The place after the arguments that begin here, in braces or brackets.
fn after_arguments(text: &str, mut from: usize) -> usize {
    while text[from..].starts_with(['{', '[']) {
        let mut depth = 0;
        let end = text[from..].char_indices().find(|(_, c)| {
            depth += i32::from("{[".contains(*c)) - i32::from("}]".contains(*c));
            depth == 0
        });
        let Some((at, _)) = end else { return text.len() };
        from += at + 1;
    }
    from
}

fn rows(text: &str, first_line: usize) -> Vec<PrintedRow> {
    let (mut rows, mut cells, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut row_line, mut depth) = (first_line, None, 0);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if !c.is_whitespace() && row_line.is_none() && c != '\\' {
            row_line = Some(line);
        }
        match c {
            '\\' if chars.peek() == Some(&'\\') => {
                chars.next();
                cells.push(std::mem::take(&mut cell));
                rows.extend(row(std::mem::take(&mut cells), row_line.unwrap_or(line)));
                row_line = None;
            }
            '\\' => {
                cell.push(c);
                cell.extend(chars.next());
            }
            '&' if depth == 0 => {
                // Rules before the first cell are on lines of their own.
                if cells.is_empty() {
                    row_line = Some(line);
                }
                cells.push(std::mem::take(&mut cell));
            }
            c => {
                depth += i32::from(c == '{') - i32::from(c == '}');
                line += usize::from(c == '\n');
                cell.push(c);
            }
        }
    }
    cells.push(cell);
    rows.extend(row(cells, row_line.unwrap_or(line)));
    rows
}

/// A row of cells; `None` for rules and empty lines.
fn row(cells: Vec<String>, line: usize) -> Option<PrintedRow> {
    let cells: Vec<Cell> = cells.iter().flat_map(|cell| undone(cell)).collect();
    (cells.len() > 1 || cells.iter().any(|cell| !cell.text.is_empty())).then_some(PrintedRow { line, cells })
}

/// A cell without its markup, and its further columns if it spans several.
pub fn undone(cell: &str) -> Vec<Cell> {
    let replaced = |text: &str, pattern: &str, by: &str| match Regex::new(pattern) {
        Ok(pattern) => pattern.replace_all(text, by).into_owned(),
        Err(_) => text.to_owned(),
    };
    // The room after the row before; an interval in brackets has no unit.
    let text = replaced(cell, r"^\s*\[\s*[-+]?[\d.]*\s*(pt|ex|em|mm|cm|in|\\\w+)\s*\]", "");
    let text = replaced(&text, r"\\(toprule|midrule|bottomrule|hline|addlinespace|specialrule)(\[[^\]]*\])?", "");
    let text = replaced(
        &text,
        r"\\(cmidrule|cline|rowcolor|cellcolor|arrayrulecolor|color|textcolor)(\([^)]*\))?(\[[^\]]*\])?\{[^}]*\}",
        "",
    );
    let text = replaced(&text, r"\\multirow(\[[^\]]*\])?\{[^}]*\}(\[[^\]]*\])?\{[^}]*\}", "");
    let span = Regex::new(r"\\multicolumn\{(\d+)\}\{[^}]*\}").ok();
    let span_length =
        span.as_ref().and_then(|span| span.captures(&text)?.get(1)?.as_str().parse().ok()).unwrap_or(1_usize);
    let text = span.map_or(text.clone(), |span| span.replace_all(&text, "").into_owned());
    let is_bold = Regex::new(r"\\(textbf|mathbf|bfseries|bf|boldsymbol|bm)\b").is_ok_and(|bold| bold.is_match(&text));
    let is_underlined = text.contains("\\underline") || text.contains("\\ul{");
    let mut text = text;
    for (from, to) in [
        ("\\pm", "±"),
        ("\\mu", "μ"),
        ("\\Delta", "Δ"),
        ("\\textbar", "|"),
        ("\\textasciitilde", "~"),
        ("\\ast", "*"),
        ("\\star", "*"),
        ("\\textless", "<"),
        ("\\lt", "<"),
        ("~", " "),
        ("\\,", ""),
        ("\\;", ""),
        ("\\ ", " "),
        ("\\-", ""),
        ("---", "-"),
        ("--", "-"),
        ("−", "-"),
        ("–", "-"),
    ] {
        text = text.replace(from, to);
    }
    let text = replaced(&text, r"\\leq?\b", "≤");
    let text = replaced(&text, r"\\[a-zA-Z]+\*?(\[[^\]]*\])?", "");
    let text = replaced(&text, r"\\([_%&#$|{}])", "$1");
    let text: String = text.chars().filter(|c| !"{}$^\\".contains(*c)).collect();
    let is_marked = text.contains('*');
    let text = text.replace('*', "").split_whitespace().collect::<Vec<_>>().join(" ");
    let cell = Cell { text, is_marked, is_bold, is_underlined, is_continued: false };
    let continued = Cell { is_continued: true, ..cell.clone() };
    std::iter::once(cell).chain(std::iter::repeat_n(continued, span_length.clamp(1, 100) - 1)).collect()
}
