//! Batches of lines on their way from the input through workers, one a thread, to results in the batches' order.

use crate::input::{Batch, Input};
use anyhow::{Error, Result};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, panicking};

/// Reads all batches of `input`, has them worked on by `jobs` threads, and gives what comes of them to `finish`, in
/// their order. `make_worker` makes a thread's worker, which may keep memory from one batch to the next; it returns
/// its result and, where a batch is good only up to some line, the error there.
///
/// Threads read for themselves, one at a time, so that no more text is in memory than is worked on. An error is the
/// last that `finish` gets; it is the one that comes first in the input, however many threads there are. It had better
/// end the program: another thread may be reading from somebody who writes nothing more.
pub fn run<T: Send, W: FnMut(&Batch) -> (T, Option<Error>)>(
    input: &mut Input,
    jobs: NonZeroUsize,
    make_worker: impl Fn() -> W + Sync,
    finish: impl FnMut(Result<T>) + Send,
) {
    let input = Mutex::new(Some(input));
    let results = InOrder::new(4 * jobs.get() as u64, finish);
    let work = || {
        let _guard = EndOnPanic(&results);
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
                break;
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
    /// Whether there was a fault, or a panic.
    over: bool,
}

impl<T, F: FnMut(Result<T>)> InOrder<T, F> {
    fn new(room: u64, finish: F) -> Self {
        let state = State { next: 0, waiting: BTreeMap::new(), finish, over: false };
        InOrder { state: Mutex::new(state), moved: Condvar::new(), room }
    }

    /// Takes the result of a batch, and sends on all those whose turn it is. False once there was a fault.
    fn put(&self, number: u64, result: Option<T>, fault: Option<Error>) -> bool {
        let mut state = lock(&self.state);
        while !state.over && number > state.next + self.room {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting.insert(number, (result, fault));
        while !state.over {
            let next = state.next;
            let Some((result, fault)) = state.waiting.remove(&next) else { break };
            if let Some(result) = result {
                (state.finish)(Ok(result));
            }
            if let Some(fault) = fault {
                state.over = true;
                (state.finish)(Err(fault));
            }
            state.next += 1;
            self.moved.notify_all();
        }
        !state.over
    }
}

/// Where its thread panics, ends the wait of all others: the result that it owes would never come.
struct EndOnPanic<'a, T, F>(&'a InOrder<T, F>);

impl<T, F> Drop for EndOnPanic<'_, T, F> {
    fn drop(&mut self) {
        if panicking() {
            lock(&self.0.state).over = true;
            self.0.moved.notify_all();
        }
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
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// Writes results, and errors in angle brackets.
    fn write(out: &mut String) -> impl FnMut(Result<char>) {
        |result| match result {
            Ok(result) => out.push(result),
            Err(error) => *out += &format!("<{error}>"),
        }
    }

    #[test]
    fn results_go_out_in_the_order_of_their_numbers() {
        let mut out = String::new();
        let results = InOrder::new(8, write(&mut out));
        for (number, result) in [(2, 'c'), (0, 'a'), (3, 'd'), (1, 'b'), (4, 'e')] {
            assert!(results.put(number, Some(result), None));
        }
        drop(results);
        assert_eq!(out, "abcde");
    }

    #[test]
    fn the_first_fault_counts_however_early_a_later_one_comes() {
        let mut out = String::new();
        let results = InOrder::new(8, write(&mut out));
        assert!(results.put(2, None, Some(anyhow!("later"))));
        assert!(results.put(0, Some('a'), None));
        // What was good of the batch goes out; what comes behind its fault does not.
        assert!(!results.put(1, Some('b'), Some(anyhow!("first"))));
        assert!(!results.put(3, Some('d'), None));
        drop(results);
        assert_eq!(out, "ab<first>");
    }

    #[test]
    fn who_is_too_far_ahead_waits_until_there_is_room_or_a_fault() {
        let mut out = String::new();
        let results = InOrder::new(1, write(&mut out));
        std::thread::scope(|scope| {
            let ahead = scope.spawn(|| results.put(2, Some('c'), None));
            assert!(results.put(0, Some('a'), None));
            assert!(ahead.join().unwrap());
            let far_ahead = scope.spawn(|| results.put(9, Some('j'), None));
            assert!(!results.put(1, None, Some(anyhow!("fault"))));
            assert!(!far_ahead.join().unwrap());
        });
        drop(results);
        assert_eq!(out, "a<fault>");
    }

    #[test]
    fn a_panic_ends_the_work_of_all() {
        // More batches than the first is waited for.
        let path = std::env::temp_dir().join(format!("bleu-{}", std::process::id()));
        std::fs::write(&path, "a\n".repeat(1 << 20)).unwrap();
        let mut input = Input::open(&[&path], &[] as &[&str]).unwrap();
        std::fs::remove_file(path).unwrap();
        let make_worker = || |batch: &Batch| (assert_ne!(batch.number, 0, "for once"), None);
        let jobs = NonZeroUsize::new(3).unwrap();
        let work = AssertUnwindSafe(|| run(&mut input, jobs, make_worker, |result| result.unwrap()));
        assert!(catch_unwind(work).is_err());
    }
}
