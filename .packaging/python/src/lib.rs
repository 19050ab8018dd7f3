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

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
fn _native(module: &Bound<PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<metric::Metric>()?;
    module.add_class::<references::References>()?;
    module.add_class::<score::Score>()?;
    module.add_class::<statistics::SegmentTable>()?;
    module.add_class::<statistics::Statistics>()
}
