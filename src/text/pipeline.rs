//! Moves batches of segments from a source through workers, one per thread, to the caller, in input order.
//!
//! The caller pulls results from an iterator. Threads take turns reading, so memory holds only the text being processed. A
//! thread whose turn it is queues the channel that its outcome will arrive on, and so the queue is in input order. The
//! caller's thread works too, unless the source may block: one that only waited would be woken for each batch, and would take
//! a processor from the others. The other threads are detached because one may be blocked on a silent pipe, and errors found
//! elsewhere must not wait for it. Such a thread ends with the process.

use super::{Batch, BatchReader, Segments};
use anyhow::Result;
use std::any::Any;
use std::cell::Cell;
use std::marker::PhantomData;
use std::mem;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Number of batches per thread that may be in work or wait for an earlier one. Bounds memory if one batch takes long.
const MAX_BATCHES_PER_THREAD: usize = 4;

/// Time that the caller's thread works alone before others are started, which takes long compared with a small input.
const ALONE: Duration = Duration::from_millis(2);

/// Reads all batches and returns an iterator over the workers' results, in input order.
///
/// `make_worker` makes the worker of a thread, which may keep memory from one batch to the next. The caller's thread works
/// alone at first, as the iterator is advanced, and then with others, so that `jobs` threads work. If the source may block,
/// it leaves the work to as many others from the start, if there may be several.
///
/// An error, of reading or of a worker, is the last item. It is the first error in input order, however many threads
/// there are; the segments before it in its batch are still processed, and their result comes first.
///
/// # Panics
/// The iterator panics if a worker does.
pub fn run<T, W>(
    reader: BatchReader,
    jobs: NonZeroUsize,
    make_worker: impl Fn() -> W + Send + Sync + 'static,
) -> Batches<T>
where
    T: Send + 'static,
    W: FnMut(&Segments) -> Result<T> + 'static,
{
    let may_block = reader.source.may_block();
    let reader = Arc::new(Mutex::new(Some(reader)));
    let make_worker = Arc::new(move || boxed(make_worker()));
    let next = outcomes(reader, jobs, may_block, make_worker);
    Batches { next: Some(Box::new(next)), end: None, results: PhantomData }
}

/// A worker whose results have any type, so that threads and channels are compiled once, not for each type of results.
type Worker = Box<dyn FnMut(&Segments) -> Result<AnyResult>>;

/// The result of a batch.
type AnyResult = Box<dyn Any + Send>;

fn boxed<T: Send + 'static>(mut worker: impl FnMut(&Segments) -> Result<T> + 'static) -> Worker {
    Box::new(move |segments| Ok(Box::new(worker(segments)?)))
}

/// Returns a function that returns the next outcome; see [`run`].
fn outcomes(
    reader: Arc<SharedReader>,
    jobs: NonZeroUsize,
    may_block: bool,
    make_worker: Arc<dyn Fn() -> Worker + Send + Sync>,
) -> impl FnMut() -> Option<Outcome> {
    let (began, alone) = (Instant::now(), if may_block { Duration::ZERO } else { ALONE });
    let (mut threads, mut shared, mut own) = (jobs.get(), None, None);
    move || {
        if threads > 1 && began.elapsed() >= alone {
            let (queue, outcomes) = Queue::new(MAX_BATCHES_PER_THREAD * threads);
            let start = |_: &usize| {
                let (reader, make_worker, queue) = (Arc::clone(&reader), Arc::clone(&make_worker), queue.clone());
                Builder::new().spawn(move || work(&reader, make_worker(), &queue)).is_ok()
            };
            // A caller that waits for a slow pipe could not return the results of other threads.
            let others = mem::take(&mut threads) - usize::from(!may_block);
            // If no more threads can be started, the running ones do the work, or this one does.
            let started = (0..others).take_while(start).count();
            shared = (started > 0).then_some((outcomes, (!may_block).then_some(queue)));
        }
        let mut own_step = |may_begin: &dyn Fn() -> bool| {
            let (worker, batch) = own.get_or_insert_with(|| (make_worker(), Batch::default()));
            step(&reader, worker, batch, may_begin)
        };
        let Some((outcomes, queue)) = &mut shared else { return own_step(&|| true) };
        loop {
            if let Some(outcome) = outcomes.next_ready() {
                return outcome;
            }
            if !queue.as_ref().is_some_and(|queue| queue.has_room() && queue.add(&mut own_step)) {
                return outcomes.next();
            }
        }
    }
}

/// The end of the queue of outcomes at which batches are begun.
#[derive(Clone)]
struct Queue {
    /// Takes a unit for each batch in the queue, as long as there is room.
    room: SyncSender<()>,
    outcomes: Sender<Receiver<Outcome>>,
}

impl Queue {
    /// A queue for this number of batches.
    fn new(room: usize) -> (Queue, Outcomes) {
        let ((room, taken), (sender, outcomes)) = (sync_channel(room), channel());
        (Queue { room, outcomes: sender }, Outcomes { taken, outcomes, first: None })
    }

    /// Takes room for a batch, if there is any.
    fn has_room(&self) -> bool {
        self.room.try_send(()).is_ok()
    }

    /// Takes room for a batch, once there is any; false if the other end of the queue is gone.
    fn wait_for_room(&self) -> bool {
        self.room.send(()).is_ok()
    }

    /// Adds the outcome of a batch, for which there is room; false if there is none. `work` makes it, and calls the function
    /// that it is given when it is its turn, which says whether the batch may be begun.
    fn add(&self, work: impl FnOnce(&dyn Fn() -> bool) -> Option<Outcome>) -> bool {
        let (sender, outcome) = channel();
        let outcome = Cell::new(Some(outcome));
        let may_begin = || outcome.take().is_some_and(|outcome| self.outcomes.send(outcome).is_ok());
        match work(&may_begin) {
            // The other end of the queue may be gone.
            Some(found) => {
                let _ = sender.send(found);
                true
            }
            None => false,
        }
    }
}

/// The end of the queue of outcomes at which they arrive, in input order.
struct Outcomes {
    taken: Receiver<()>,
    outcomes: Receiver<Receiver<Outcome>>,
    /// The first in the queue, once it was looked at.
    first: Option<Receiver<Outcome>>,
}

impl Outcomes {
    /// The next outcome, if it is there; the inner `None` if its worker panicked.
    fn next_ready(&mut self) -> Option<Option<Outcome>> {
        self.first = self.first.take().or_else(|| self.outcomes.try_recv().ok());
        let outcome = match self.first.as_ref()?.try_recv() {
            Ok(outcome) => Some(outcome),
            Err(TryRecvError::Disconnected) => None,
            Err(TryRecvError::Empty) => return None,
        };
        self.leave();
        Some(outcome)
    }

    /// The next outcome, once it is there; `None` if its worker panicked.
    fn next(&mut self) -> Option<Outcome> {
        let first = self.first.take().or_else(|| self.outcomes.recv().ok())?;
        let outcome = first.recv().ok();
        self.leave();
        outcome
    }

    /// Makes room for another batch.
    fn leave(&mut self) {
        self.first = None;
        // Each batch took its room before it was queued.
        let _ = self.taken.try_recv();
    }
}

/// Results of batches in input order; see [`run`].
pub struct Batches<T> {
    /// Returns the next outcome, until one has an end; `None` if a worker panicked. Without it, all threads stop.
    next: Option<Box<dyn FnMut() -> Option<Outcome>>>,
    end: Option<InputEnd>,
    /// The workers' results.
    results: PhantomData<T>,
}

impl<T> Batches<T> {
    /// The reader, once it has read all; `None` before that, and after an error.
    pub fn reader(&self) -> Option<&BatchReader> {
        self.end.as_ref()?.as_ref().ok()
    }
}

impl<T: 'static> Iterator for Batches<T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        if let Some(next) = &mut self.next {
            let (result, end) = next().expect("no worker panics");
            if end.is_some() {
                (self.next, self.end) = (None, end);
            }
            if let Some(result) = result {
                return Some(Ok(*result.downcast().expect("each worker sends results of its own type")));
            }
        }
        self.end.take_if(|end| end.is_err())?.err().map(Err)
    }
}

/// Outcome of reading one batch: a result, the end of the input, or both if the batch has an error after its first
/// segments.
type Outcome = (Option<AnyResult>, Option<InputEnd>);

/// The end of the input: the reader, or the error that stopped reading.
type InputEnd = Result<BatchReader>;

/// The reader, whose turn it is that locks it; `None` after the end and after an error.
type SharedReader = Mutex<Option<BatchReader>>;

/// Reads and works on batches until the end, or until the queue of outcomes is dropped.
fn work(reader: &SharedReader, mut worker: Worker, queue: &Queue) {
    let mut batch = Batch::default();
    while queue.wait_for_room() && queue.add(|may_begin| step(reader, &mut worker, &mut batch, may_begin)) {}
}

/// Reads the next batch and works on it, if it may be begun; `None` if not, and after the end of the input.
fn step(
    reader: &SharedReader,
    worker: &mut Worker,
    batch: &mut Batch,
    may_begin: &dyn Fn() -> bool,
) -> Option<Outcome> {
    // The lock is held while reading, so that batches are in input order. That another thread panicked while it held the
    // lock does not matter: the panic ends the program.
    let mut shared = reader.lock().unwrap_or_else(PoisonError::into_inner);
    let mut reader = shared.take().filter(|_| may_begin())?;
    match reader.read(batch) {
        Ok(true) => *shared = Some(reader),
        Ok(false) => return Some((None, Some(Ok(reader)))),
        Err(error) => return Some((None, Some(Err(error)))),
    }
    drop(shared);
    batch.clean();
    let (segments, fault) = batch.segments();
    Some(match worker(&segments) {
        Ok(result) => (Some(result), fault.map(Err)),
        Err(error) => (None, Some(Err(error))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::source::{MadeSource, Source};
    use anyhow::bail;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    /// Batches of one segment each, its number from 0, until `last`.
    struct Numbers {
        next: u64,
        last: Last,
        may_block: bool,
    }

    enum Last {
        End(u64),
        Error(u64),
        /// A read that does not return as long as the test runs.
        Silence(u64, Receiver<()>),
    }

    impl MadeSource for Numbers {
        fn read(&mut self, batch: &mut Batch) -> Result<bool> {
            match &self.last {
                Last::End(number) if *number == self.next => return Ok(false),
                Last::Error(number) if *number == self.next => bail!("read error"),
                Last::Silence(number, silence) if *number == self.next => {
                    let _ = silence.recv();
                }
                _ => {}
            }
            // After one of them is a second segment, which is not UTF-8.
            let is_last_valid = self.next == 7;
            batch.set_shape(1, 0, if is_last_valid { 2 } else { 1 });
            batch.text_mut(0).extend_from_slice(format!("{}\n", self.next).as_bytes());
            batch.text_mut(0).extend_from_slice(if is_last_valid { b"\xFF\n" } else { b"" });
            self.next += 1;
            Ok(true)
        }

        fn may_block(&self) -> bool {
            self.may_block
        }
    }

    fn numbers(first: u64, last: Last) -> BatchReader {
        BatchReader::new(Source::Made(Box::new(Numbers { next: first, last, may_block: true })))
    }

    /// A worker that returns the text, and is slow with some batches.
    fn echo(segments: &Segments) -> Result<String> {
        if segments.before().is_multiple_of(3) {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        Ok(segments.candidates()[0].replace('\n', " "))
    }

    fn jobs() -> impl Iterator<Item = NonZeroUsize> {
        [1, 2, 7].into_iter().filter_map(NonZeroUsize::new)
    }

    fn collect(batches: impl Iterator<Item = Result<String>>) -> String {
        batches.map(|result| result.unwrap_or_else(|error| format!("<{error}>"))).collect()
    }

    #[test]
    fn results_come_in_input_order_and_the_source_after_them() {
        for jobs in jobs() {
            for may_block in [false, true] {
                let numbers = Numbers { next: 8, last: Last::End(40), may_block };
                let mut batches = run(BatchReader::new(Source::Made(Box::new(numbers))), jobs, || echo);
                assert!(batches.reader().is_none());
                let expected: String = (8..40).map(|number| format!("{number} ")).collect();
                assert_eq!(collect(&mut batches), expected);
                assert!(batches.reader().is_some() && batches.next().is_none());
            }
        }
    }

    #[test]
    fn the_first_error_in_input_order_is_the_last_item() {
        for jobs in jobs() {
            let mut batches = run(numbers(0, Last::Error(9)), jobs, || echo);
            let found = collect(&mut batches);
            assert!(found.starts_with("0 1 2 3 4 5 6 7 <") && found.contains("line 9, byte 1: not UTF-8"), "{found}");
            assert!(batches.reader().is_none() && batches.next().is_none());
            assert_eq!(collect(run(numbers(8, Last::Error(10)), jobs, || echo)), "8 9 <read error>");
        }
    }

    #[test]
    fn an_error_does_not_wait_for_a_thread_that_is_blocked_in_a_read() {
        for jobs in jobs().skip(1) {
            let (_sender, silence) = mpsc::channel();
            let found = collect(run(numbers(5, Last::Silence(8, silence)), jobs, || echo));
            assert!(found.starts_with("5 6 7 <"), "{found}");
        }
    }

    #[test]
    fn a_panic_of_a_worker_continues_in_the_caller() {
        for jobs in jobs() {
            let make_worker = || {
                |segments: &Segments| {
                    assert_ne!(segments.before(), 9, "deliberate");
                    Ok(())
                }
            };
            let batches = AssertUnwindSafe(run(numbers(8, Last::End(u64::MAX)), jobs, make_worker));
            assert!(catch_unwind(|| { batches }.0.by_ref().for_each(drop)).is_err());
        }
    }

    #[test]
    fn work_stops_when_the_iterator_is_dropped() {
        let (sender, dropped) = mpsc::channel::<()>();
        let sender = Mutex::new(sender);
        let make_worker = move || {
            let _sender = lock(&sender).clone();
            move |_: &Segments| {
                let _ = &_sender;
                Ok(())
            }
        };
        let mut batches = run(numbers(8, Last::End(u64::MAX)), NonZeroUsize::new(3).unwrap(), make_worker);
        assert!(batches.next().is_some());
        drop(batches);
        // All senders are gone once all threads have ended.
        assert!(dropped.recv().is_err());
    }

    #[test]
    fn few_results_wait_for_one_that_takes_long() {
        let (jobs, worked) = (NonZeroUsize::new(3).unwrap(), Arc::new(AtomicUsize::new(0)));
        let (release, released) = mpsc::channel::<()>();
        let (counter, released) = (Arc::clone(&worked), Arc::new(Mutex::new(released)));
        let make_worker = move || {
            let (counter, released) = (Arc::clone(&counter), Arc::clone(&released));
            move |segments: &Segments| {
                if segments.before() == 0 {
                    let _ = lock(&released).recv();
                }
                counter.fetch_add(1, Ordering::Relaxed);
                Ok(())
            }
        };
        let caller = std::thread::spawn(move || run(numbers(8, Last::End(99)), jobs, make_worker).count());
        std::thread::sleep(Duration::from_millis(50));
        assert!(worked.load(Ordering::Relaxed) <= MAX_BATCHES_PER_THREAD * jobs.get());
        drop(release);
        assert_eq!(caller.join().unwrap(), 99 - 8);
    }

    fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
