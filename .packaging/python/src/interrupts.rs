//! Long calculations that signals end.

use crate::counting::value_error;
use bleu::Error;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Time between looks for signals.
const PATIENCE: Duration = Duration::from_millis(20);

/// Calls a function in another thread, and sets the flag if a signal has come, so that the call ends.
pub fn interruptible<T: Send>(
    py: Python,
    is_cancelled: &AtomicBool,
    call: impl FnOnce() -> Result<T, Error> + Send,
) -> PyResult<T> {
    let (result, signal) = py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            scope.spawn(move || {
                // The receiver waits for it.
                let _ = sender.send(call());
            });
            let mut signal = None;
            loop {
                match receiver.recv_timeout(PATIENCE) {
                    Ok(result) => return (Some(result), signal),
                    Err(RecvTimeoutError::Disconnected) => return (None, signal),
                    Err(RecvTimeoutError::Timeout) if signal.is_none() => {
                        signal = Python::attach(|py| py.check_signals()).err();
                        is_cancelled.store(signal.is_some(), Ordering::Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        })
    });
    match (signal, result) {
        (Some(signal), _) => Err(signal),
        (None, Some(result)) => result.map_err(|error| value_error(&error)),
        (None, None) => Err(PyRuntimeError::new_err("the calculation failed")),
    }
}
