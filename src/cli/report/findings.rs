//! Advice of findings, with flags of the program.

use crate::cli::display::listed;
use crate::diagnose::Advice;

/// Returns the advice with flags where there are some.
pub fn with_flags(advice: &Advice) -> Advice {
    let flags = match advice {
        Advice::EffectiveOrder(order) => {
            format!("--effective-order omits such orders, --max-order {order} avoids them")
        }
        Advice::Smoothing => "--smooth exp does".into(),
        Advice::OneColumn => "cut -f selects one; --records reads tables".into(),
        Advice::ValuesOfObjects => "--records reads them: -r and CANDIDATE are then their keys".into(),
        Advice::Tokenizers(names) => format!("try --tokenize {}", listed(names, "or")),
        Advice::MissingReferences => "each counts as a reference of length 0, so that a short candidate escapes the \
                                      brevity penalty; --empty-reference missing leaves them out"
            .into(),
        Advice::Lowercase => "--lowercase scores without case".into(),
        Advice::Nfc => "--normalize nfc scores without the difference".into(),
        Advice::Nfkc => "--normalize nfkc scores without the difference".into(),
        words => return words.clone(),
    };
    Advice::from(flags)
}
