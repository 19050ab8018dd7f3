//! A score, and what it is made of.

use crate::settings::Settings;
use bleu::ReferenceCount;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList, PyString};
use std::sync::Arc;

/// A BLEU score, and what it is made of. **Scores and precisions are from 0 to 1**; `percent` is the score from 0 to 100,
/// as sacreBLEU prints it. (`bleu_mt.sacrebleu` has sacreBLEU's names and scale throughout.)
///
/// `float(score)` is the number, `format(score, ".2f")` formats it, `str(score)` is a line with everything.
#[pyclass(frozen, module = "bleu_mt")]
pub struct Score {
    numbers: Numbers,
    signature: How,
}

/// All numbers of a score.
#[derive(Clone, PartialEq)]
struct Numbers {
    value: f64,
    percent: f64,
    bp: f64,
    hyp_len: u64,
    ref_len: u64,
    segments: u64,
    orders: Box<[Order]>,
}

/// The numbers of an order.
#[derive(Clone, PartialEq, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
struct Order {
    count: f64,
    total: f64,
    precision: f64,
    /// The precision from 0 to 100, as sacreBLEU rounds it.
    percent: f64,
}

/// How a score was computed.
enum How {
    /// By these settings.
    Settings { settings: Arc<Settings>, is_sentence: bool, references: ReferenceCount },
    /// As the signature says.
    Signature(String),
}

impl How {
    fn signature(&self) -> String {
        match self {
            How::Signature(signature) => signature.clone(),
            How::Settings { settings, is_sentence, references } => {
                settings.definition(*is_sentence).signature(*references).to_string()
            }
        }
    }
}

impl Score {
    /// The score of a corpus of `segments` segments, or of a sentence.
    pub fn new(
        score: &bleu::Score,
        settings: &Arc<Settings>,
        is_sentence: bool,
        segments: u64,
        references: Option<ReferenceCount>,
    ) -> Score {
        let numbers = Numbers {
            value: score.value(),
            percent: score.percent(),
            bp: score.bp(),
            hyp_len: score.hyp_len(),
            ref_len: score.ref_len(),
            segments,
            orders: orders(score).collect(),
        };
        let references = references.unwrap_or(ReferenceCount::Varying);
        Score { numbers, signature: How::Settings { settings: Arc::clone(settings), is_sentence, references } }
    }

    pub fn value(&self) -> f64 {
        self.numbers.value
    }

    fn ratio_of(numbers: &Numbers) -> f64 {
        if numbers.ref_len == 0 { 0.0 } else { numbers.hyp_len as f64 / numbers.ref_len as f64 }
    }
}

/// The numbers of each order.
fn orders(score: &bleu::Score) -> impl ExactSizeIterator<Item = Order> + Clone {
    let counts = score.correct().iter().zip(score.total()).zip(score.precisions());
    counts.map(|((&count, &total), precision)| Order {
        count,
        total,
        precision: precision.value(),
        percent: precision.percent(),
    })
}

/// The arguments of sacreBLEU's `BLEUScore`: score, counts, totals, precisions, brevity penalty, lengths.
pub type SacrebleuParts<'py> = (f64, Bound<'py, PyList>, Bound<'py, PyList>, Bound<'py, PyList>, f64, u64, u64);

/// The arguments of sacreBLEU's `BLEUScore` of a sentence, without a [`Score`] between them.
pub fn sacrebleu_score<'py>(py: Python<'py>, score: &bleu::Score) -> PyResult<SacrebleuParts<'py>> {
    sacrebleu_parts(py, score.percent(), orders(score), score.bp(), [score.hyp_len(), score.ref_len()])
}

fn sacrebleu_parts<'py>(
    py: Python<'py>,
    percent: f64,
    orders: impl ExactSizeIterator<Item = Order> + Clone,
    bp: f64,
    [hyp_len, ref_len]: [u64; 2],
) -> PyResult<SacrebleuParts<'py>> {
    // Whole numbers are integers there.
    let number = |number: f64| match number as u64 {
        whole if whole as f64 == number => {
            let Ok(whole) = whole.into_pyobject(py);
            whole.into_any()
        }
        _ => PyFloat::new(py, number).into_any(),
    };
    let counts = PyList::new(py, orders.clone().map(|order| number(order.count)))?;
    let totals = PyList::new(py, orders.clone().map(|order| number(order.total)))?;
    let precisions = PyList::new(py, orders.map(|order| order.percent))?;
    Ok((percent, counts, totals, precisions, bp, hyp_len, ref_len))
}

/// The parts of a score, as they are pickled.
type Parts = ((f64, f64, f64), (u64, u64, u64), Vec<Order>, String);

#[pymethods]
impl Score {
    /// The score, from 0 to 1.
    #[getter]
    fn score(&self) -> f64 {
        self.numbers.value
    }

    /// The score from 0 to 100, as sacreBLEU has it.
    #[getter]
    fn percent(&self) -> f64 {
        self.numbers.percent
    }

    /// The precision of each order, from 0 to 1, after smoothing; order 1 first.
    #[getter]
    fn precisions(&self) -> Vec<f64> {
        self.numbers.orders.iter().map(|order| order.precision).collect()
    }

    /// The correct n-grams of each order; whole numbers, unless smoothing adds to them.
    #[getter]
    fn counts(&self) -> Vec<f64> {
        self.numbers.orders.iter().map(|order| order.count).collect()
    }

    /// The n-grams of the candidates, of each order.
    #[getter]
    fn totals(&self) -> Vec<f64> {
        self.numbers.orders.iter().map(|order| order.total).collect()
    }

    /// The brevity penalty, from 0 to 1.
    #[getter]
    fn bp(&self) -> f64 {
        self.numbers.bp
    }

    /// Length of the candidates divided by that of the references; 0 if the latter is 0.
    #[getter]
    fn ratio(&self) -> f64 {
        Score::ratio_of(&self.numbers)
    }

    /// Tokens of the candidates.
    #[getter]
    fn hyp_len(&self) -> u64 {
        self.numbers.hyp_len
    }

    /// Sum of the reference lengths, each the one closest to its candidate (or by `ref_length`).
    #[getter]
    fn ref_len(&self) -> u64 {
        self.numbers.ref_len
    }

    /// Number of segments; 1 for a sentence.
    #[getter]
    fn segments(&self) -> u64 {
        self.numbers.segments
    }

    /// The line that says how the score was computed, so that others can compute it again.
    #[getter]
    fn signature(&self) -> String {
        self.signature.signature()
    }

    /// Everything as numbers, lists and text, for JSON and tables.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("score", self.score())?;
        dict.set_item("percent", self.percent())?;
        dict.set_item("precisions", self.precisions())?;
        dict.set_item("counts", self.counts())?;
        dict.set_item("totals", self.totals())?;
        dict.set_item("bp", self.bp())?;
        dict.set_item("ratio", self.ratio())?;
        dict.set_item("hyp_len", self.hyp_len())?;
        dict.set_item("ref_len", self.ref_len())?;
        dict.set_item("segments", self.segments())?;
        dict.set_item("signature", self.signature())?;
        Ok(dict)
    }

    /// The score, rounded.
    #[pyo3(signature = (digits=None))]
    fn __round__<'py>(&self, py: Python<'py>, digits: Option<i32>) -> PyResult<Bound<'py, PyAny>> {
        PyFloat::new(py, self.numbers.value).call_method1("__round__", (digits,))
    }

    fn __lt__(&self, other: &Bound<Score>) -> bool {
        self.numbers.value < other.get().numbers.value
    }

    fn __le__(&self, other: &Bound<Score>) -> bool {
        self.numbers.value <= other.get().numbers.value
    }

    fn __gt__(&self, other: &Bound<Score>) -> bool {
        self.numbers.value > other.get().numbers.value
    }

    fn __ge__(&self, other: &Bound<Score>) -> bool {
        self.numbers.value >= other.get().numbers.value
    }

    /// The arguments of sacreBLEU's `BLEUScore`, on its scale of 0 to 100.
    fn _sacrebleu<'py>(&self, py: Python<'py>) -> PyResult<SacrebleuParts<'py>> {
        let Numbers { percent, bp, hyp_len, ref_len, orders, .. } = &self.numbers;
        sacrebleu_parts(py, *percent, orders.iter().cloned(), *bp, [*hyp_len, *ref_len])
    }

    fn __float__(&self) -> f64 {
        self.numbers.value
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        if spec.is_empty()? {
            return Ok(PyString::new(py, &self.__str__()).into_any());
        }
        PyFloat::new(py, self.numbers.value).call_method1("__format__", (spec,))
    }

    fn __str__(&self) -> String {
        let Numbers { value, bp, hyp_len, ref_len, orders, .. } = &self.numbers;
        let precisions: Vec<String> = orders.iter().map(|order| format!("{:.3}", order.precision)).collect();
        format!(
            "BLEU|{} = {value:.4} {} (BP = {bp:.3} ratio = {:.3} hyp_len = {hyp_len} ref_len = {ref_len})",
            self.signature(),
            precisions.join("/"),
            self.ratio()
        )
    }

    fn __repr__(&self) -> String {
        format!("Score({:.4}, percent={:.2})", self.numbers.value, self.numbers.percent)
    }

    fn _repr_html_(&self) -> String {
        let Numbers { value, percent, bp, hyp_len, ref_len, orders, .. } = &self.numbers;
        let rows = (1..).zip(orders).map(|(n, Order { count, total, precision, .. })| {
            format!("<tr><th>{n}-grams</th><td>{count}</td><td>{total}</td><td>{precision:.4}</td></tr>")
        });
        let signature = self.signature().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        format!(
            "<p><b>BLEU = {value:.4}</b> ({percent:.2} %)</p><table><tr><th></th><th>correct</th><th>total</th>\
             <th>precision</th></tr>{}</table><p>brevity penalty {bp:.4}: {hyp_len} tokens, reference length {ref_len}\
             </p><p><code>{signature}</code></p>",
            rows.collect::<String>()
        )
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        let other = other.cast::<Score>();
        other.is_ok_and(|other| self.numbers == other.get().numbers && self.signature() == other.get().signature())
    }

    fn __hash__(&self) -> u64 {
        self.numbers.value.to_bits() ^ self.numbers.hyp_len
    }

    fn __getattr__(&self, name: &str) -> PyResult<()> {
        let advice = match name {
            "sys_len" => "here it is hyp_len",
            "prec_str" | "bp_str" | "format" => "here str() and format() make text of it",
            _ => return Err(PyAttributeError::new_err(format!("'Score' object has no attribute '{name}'"))),
        };
        Err(PyAttributeError::new_err(format!(
            "'{name}' is sacreBLEU's: {advice}, and scores are from 0 to 1; bleu_mt.sacrebleu has sacreBLEU's names and \
             its scale of 0 to 100"
        )))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let Numbers { value, percent, bp, hyp_len, ref_len, segments, orders } = slf.get().numbers.clone();
        let parts = ((value, percent, bp), (hyp_len, ref_len, segments), orders.into_vec(), slf.get().signature());
        Ok((slf.get_type().getattr("_from_parts")?, parts))
    }

    #[staticmethod]
    fn _from_parts(floats: (f64, f64, f64), integers: (u64, u64, u64), orders: Vec<Order>, signature: String) -> Score {
        let ((value, percent, bp), (hyp_len, ref_len, segments)) = (floats, integers);
        let orders = orders.into();
        let numbers = Numbers { value, percent, bp, hyp_len, ref_len, segments, orders };
        Score { numbers, signature: How::Signature(signature) }
    }
}
