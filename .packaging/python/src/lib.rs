//! The Python module `bleu_mt._native`: BLEU scores by the library, for the package around it.

mod corpus;
mod counting;
mod interrupts;
mod metric;
mod references;
mod resampling;
mod score;
mod settings;
mod statistics;
mod texts;
mod tokenizer;
mod warnings;
mod words;

use bleu::repair::Repairs;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The text of a line after repairs, which are named as in `think,labels`, or `all`.
#[pyfunction]
fn _clean(line: &str, repairs: &str) -> PyResult<String> {
    let repairs = match repairs {
        "all" => Repairs::all(),
        names => names.parse().map_err(|error| counting::value_error(&error))?,
    };
    Ok(repairs.clean(line).into_owned())
}

/// Whether two dictionaries have the same objects, in the same order. Equal ones, such as 1 and True, are not the same.
#[pyfunction]
fn _are_same(one: &Bound<PyDict>, other: &Bound<PyDict>) -> bool {
    let mut pairs = one.iter().zip(other.iter());
    one.len() == other.len() && pairs.all(|(one, other)| one.0.is(&other.0) && one.1.is(&other.1))
}

#[pymodule(gil_used = false)]
fn _native(module: &Bound<PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(_are_same, module)?)?;
    module.add_function(wrap_pyfunction!(_clean, module)?)?;
    module.add_class::<metric::Metric>()?;
    module.add_class::<references::References>()?;
    module.add_class::<score::Score>()?;
    module.add_class::<statistics::SegmentTable>()?;
    module.add_class::<statistics::Statistics>()
}
