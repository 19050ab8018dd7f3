//! Batches of lines on their way from the input through workers, one a thread, to results in the batches' order.

use crate::input::{Batch, Input};
use anyhow::{Error, Result};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

/// Reads all batches of `input`, has them worked on by `jobs` threads, and gives what comes of them to `finish`, in
/// their order. `make_worker` makes a thread's worker, which may keep memory from one batch to the next; it returns
/// its result and, where a batch is good only up to some line, the error there.
///
/// Threads read for themselves, one at a time, so that no more text is in memory than is worked on. The error
/// returned is the one that comes first in the input, however many threads there are.
pub fn run<T: Send, W: FnMut(&Batch) -> (T, Option<Error>)>(
    input: &mut Input,
    jobs: NonZeroUsize,
    make_worker: impl Fn() -> W + Sync,
    finish: impl FnMut(T) -> Result<()> + Send,
) -> Result<()> {
    let input = Mutex::new(Some(input));
    let results = InOrder::new(4 * jobs.get() as u64, finish);
    let work = || {
        let (mut worker, mut batch) = (make_worker(), Batch::default());
        loop {
            let mut turn = lock(&input);
            // It is gone after the end, and after an error.
            let Some(open) = turn.as_mut() else { break };
            let read = open.read(&mut batch);
            if !matches!(read, Ok(true)) {
                *turn = None;
            }
            drop(turn);
            let (result, fault) = match read {
                Ok(true) => {
                    let (result, fault) = worker(&batch);
                    (Some(result), fault)
                }
                Ok(false) => break,
                Err(error) => (None, Some(error)),
            };
            if !results.put(batch.number, result, fault) {
                *lock(&input) = None;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs.get() {
            // Where the system gives no further thread, fewer do the work.
            if Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    results.into_fault().map_or(Ok(()), Err)
}

/// Results that come in any order and go out in theirs.
struct InOrder<T, F> {
    state: Mutex<State<T, F>>,
    moved: Condvar,
    /// How many results may wait for an earlier one.
    room: u64,
}

struct State<T, F> {
    next: u64,
    waiting: BTreeMap<u64, (Option<T>, Option<Error>)>,
    finish: F,
    fault: Option<Error>,
}

impl<T, F: FnMut(T) -> Result<()>> InOrder<T, F> {
    fn new(room: u64, finish: F) -> Self {
        let state = State { next: 0, waiting: BTreeMap::new(), finish, fault: None };
        InOrder { state: Mutex::new(state), moved: Condvar::new(), room }
    }

    /// Takes the result of a batch, and sends on all those whose turn it is. False once there was a fault.
    fn put(&self, number: u64, result: Option<T>, fault: Option<Error>) -> bool {
        let mut state = lock(&self.state);
        while state.fault.is_none() && number > state.next + self.room {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting.insert(number, (result, fault));
        while state.fault.is_none() {
            let next = state.next;
            let Some((result, fault)) = state.waiting.remove(&next) else { break };
            let finished = result.map_or(Ok(()), |result| (state.finish)(result));
            state.fault = finished.err().or(fault);
            state.next += 1;
            self.moved.notify_all();
        }
        state.fault.is_none()
    }

    fn into_fault(self) -> Option<Error> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).fault
    }
}

/// Locks; a panic elsewhere does not matter, since it ends the program.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    fn words(fault: Option<Error>) -> String {
        fault.map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn results_go_out_in_the_order_of_their_numbers() {
        let mut out = Vec::new();
        let results = InOrder::new(8, |result| {
            out.push(result);
            Ok(())
        });
        for number in [2, 0, 3, 1, 4] {
            assert!(results.put(number, Some(number), None));
        }
        assert_eq!(words(results.into_fault()), "");
        assert_eq!(out, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn the_first_fault_counts_however_early_a_later_one_comes() {
        let mut out = Vec::new();
        let results = InOrder::new(8, |result| {
            out.push(result);
            Ok(())
        });
        assert!(results.put(2, None, Some(anyhow!("later"))));
        assert!(results.put(0, Some('a'), None));
        // What was good of the batch goes out; what comes behind its fault does not.
        assert!(!results.put(1, Some('b'), Some(anyhow!("first"))));
        assert!(!results.put(3, Some('d'), None));
        assert_eq!(words(results.into_fault()), "first");
        assert_eq!(out, ['a', 'b']);
    }

    #[test]
    fn where_output_fails_nothing_more_goes_out() {
        let mut calls = 0;
        let results = InOrder::new(8, |()| {
            calls += 1;
            Err(anyhow!("disk full"))
        });
        assert!(!results.put(0, Some(()), None));
        assert!(!results.put(1, Some(()), None));
        assert_eq!(words(results.into_fault()), "disk full");
        assert_eq!(calls, 1);
    }

    #[test]
    fn who_is_too_far_ahead_waits_until_there_is_room_or_a_fault() {
        let results = InOrder::new(1, |()| Ok(()));
        std::thread::scope(|scope| {
            let ahead = scope.spawn(|| results.put(2, Some(()), None));
            assert!(results.put(0, Some(()), None));
            assert!(ahead.join().unwrap());
            let far_ahead = scope.spawn(|| results.put(9, Some(()), None));
            assert!(!results.put(1, None, Some(anyhow!("fault"))));
            assert!(!far_ahead.join().unwrap());
        });
        assert_eq!(words(results.into_fault()), "fault");
    }
}
