//! Moves batches of segments from a source through workers, one per thread, to the caller, in input order.
//!
//! The caller pulls results from an iterator. Workers run in detached threads and in the caller's. They take turns
//! reading, so memory holds only the text being processed. The threads are detached because one may be blocked on a
//! silent pipe, and errors found elsewhere must not wait for it. Such a thread ends with the process.

use crate::cli::input::{Batch, Segments, Source};
use anyhow::{Error, Result};
use std::any::Any;
use std::collections::BTreeMap;
use std::mem;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Number of results per thread that may wait for an earlier one. Bounds memory if one batch takes long.
const MAX_WAITING_PER_THREAD: usize = 4;

/// Time that the caller's thread works alone before others are started, which takes long compared with a small input.
const ALONE: Duration = Duration::from_millis(2);

/// Reads all batches of `source` and returns an iterator over the workers' results, in input order.
///
/// `make_worker` makes the worker of a thread, which may keep memory from one batch to the next. The caller's thread is
/// one of the `jobs` threads, as the iterator is advanced, unless the source may block and there are others. It works alone
/// at first.
///
/// An error, of reading or of a worker, is the last item. It is the first error in input order, however many threads
/// there are; the segments before it in its batch are still processed, and their result comes first. A panic of a
/// worker continues in the caller's thread.
pub fn run<T, W>(
    source: Box<dyn Source>,
    jobs: NonZeroUsize,
    make_worker: impl Fn() -> W + Send + Sync + 'static,
) -> Batches<T>
where
    T: Send + 'static,
    W: FnMut(&Segments) -> Result<T> + 'static,
{
    // A caller that waits for a slow pipe could not return the results of other threads.
    let caller_may_work = !source.may_block();
    let reader = Reader { source: Some(source), batches: 0, segments: 0 };
    let shared = Arc::new(Shared { reader: Mutex::new(reader), results: InOrder::new(jobs.get()), make_worker });
    let works = caller_may_work || jobs.get() == 1 || shared.start_threads(jobs.get()) == 0;
    let mut own = works.then(|| ((shared.make_worker)(), Batch::default()));
    let (began, mut others) = (Instant::now(), jobs.get() - 1);
    let shared = StopOnDrop(shared);
    let next = move || loop {
        if let Some(outcome) = shared.0.results.take_if_there() {
            return outcome;
        }
        let Some((worker, batch)) = &mut own else { return shared.0.results.take() };
        match shared.0.step(worker, batch) {
            Some(outcome) => {
                shared.0.results.add(batch.number(), outcome);
                if others > 0 && began.elapsed() >= ALONE {
                    shared.0.start_threads(mem::take(&mut others));
                }
            }
            None => own = None,
        }
    };
    Batches { next: Box::new(next), state: State::Running }
}

/// Results of batches in input order; see [`run`].
pub struct Batches<T> {
    /// Returns the next outcome; not called again once an outcome has an end.
    next: Box<dyn FnMut() -> Outcome<T>>,
    state: State,
}

enum State {
    Running,
    /// All input was read.
    Complete(Box<dyn Source>),
    /// An error that the iterator has yet to return.
    Failing(Error),
    Failed,
}

impl<T> Batches<T> {
    /// The source, once all of it was read; `None` before that, and after an error.
    pub fn source(&self) -> Option<&dyn Source> {
        match &self.state {
            State::Complete(source) => Some(&**source),
            State::Running | State::Failing(_) | State::Failed => None,
        }
    }
}

impl<T> Iterator for Batches<T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        if let State::Running = self.state {
            let Outcome { result, end } = (self.next)();
            match end {
                Some(Ok(source)) => self.state = State::Complete(source),
                Some(Err(error)) => self.state = State::Failing(error),
                None => {}
            }
            if result.is_some() {
                return result.map(Ok);
            }
        }
        match std::mem::replace(&mut self.state, State::Failed) {
            State::Failing(error) => Some(Err(error)),
            state => {
                self.state = state;
                None
            }
        }
    }
}

/// Outcome of reading one batch: a result, the end of the input, or both if the batch has an error after its first
/// segments.
struct Outcome<T> {
    result: Option<T>,
    end: Option<End>,
}

/// The end of the input: the source, or the error that stopped reading.
type End = Result<Box<dyn Source>>;

/// The source, and the position in it.
struct Reader {
    /// `None` after the end and after an error.
    source: Option<Box<dyn Source>>,
    batches: u64,
    segments: u64,
}

impl Reader {
    /// Reads the next batch. Returns the end in place of a batch if there is none, and `None` after that.
    fn read(&mut self, batch: &mut Batch) -> Option<Option<End>> {
        let mut source = self.source.take()?;
        batch.begin(self.batches, self.segments);
        self.batches += 1;
        Some(match source.read(batch) {
            Ok(true) => {
                self.segments += batch.len() as u64;
                self.source = Some(source);
                None
            }
            Ok(false) => Some(Ok(source)),
            Err(error) => Some(Err(error)),
        })
    }
}

/// Works on a batch that was read, or passes on the end.
fn work_on<T>(batch: &mut Batch, end: Option<End>, worker: &mut impl FnMut(&Segments) -> Result<T>) -> Outcome<T> {
    if end.is_some() {
        return Outcome { result: None, end };
    }
    batch.clean();
    let (segments, fault) = batch.segments();
    match worker(&segments) {
        Ok(result) => Outcome { result: Some(result), end: fault.map(Err) },
        Err(error) => Outcome { result: None, end: Some(Err(error)) },
    }
}

/// State shared by the threads.
struct Shared<T, F> {
    reader: Mutex<Reader>,
    results: InOrder<T>,
    make_worker: F,
}

impl<T, W: FnMut(&Segments) -> Result<T>, F: Fn() -> W> Shared<T, F> {
    /// Reads and works on batches until the end.
    fn work(&self) {
        let run = || {
            let (mut worker, mut batch) = ((self.make_worker)(), Batch::default());
            while let Some(outcome) = self.step(&mut worker, &mut batch) {
                if !self.results.put(batch.number(), outcome) {
                    break;
                }
            }
        };
        // This thread's batch will never arrive, so the caller must be told.
        if let Err(panic) = catch_unwind(AssertUnwindSafe(run)) {
            self.results.fail(panic);
        }
    }

    /// Reads the next batch and works on it; `None` after the end of the input.
    fn step(&self, worker: &mut W, batch: &mut Batch) -> Option<Outcome<T>> {
        // The lock is held while reading, so that batches are numbered in input order.
        let end = lock(&self.reader).read(batch)?;
        Some(work_on(batch, end, worker))
    }
}

impl<T, W, F> Shared<T, F>
where
    T: Send + 'static,
    W: FnMut(&Segments) -> Result<T>,
    F: Fn() -> W + Send + Sync + 'static,
{
    /// Starts this many threads, and returns their number. If no more can be started, the running ones do the work.
    fn start_threads(self: &Arc<Self>, threads: usize) -> usize {
        let start = |_: &usize| {
            let shared = Arc::clone(self);
            Builder::new().spawn(move || shared.work()).is_ok()
        };
        (0..threads).take_while(start).count()
    }
}

/// Stops the threads when the iterator is dropped.
struct StopOnDrop<T, F>(Arc<Shared<T, F>>);

impl<T, F> Drop for StopOnDrop<T, F> {
    fn drop(&mut self) {
        self.0.results.stop();
    }
}

/// Reorders outcomes by batch number.
struct InOrder<T> {
    queue: Mutex<Queue<T>>,
    /// Signals that the next outcome is there, or that a worker panicked.
    arrived: Condvar,
    /// Signals that the next outcome was taken, or that work is to stop.
    taken: Condvar,
    /// Number of outcomes that may wait for an earlier one.
    capacity: u64,
}

struct Queue<T> {
    /// Number of the batch whose outcome is to be taken next.
    next: u64,
    waiting: BTreeMap<u64, Outcome<T>>,
    stopped: bool,
    panic: Option<Box<dyn Any + Send>>,
}

impl<T> InOrder<T> {
    fn new(threads: usize) -> Self {
        let queue = Queue { next: 0, waiting: BTreeMap::new(), stopped: false, panic: None };
        let capacity = (MAX_WAITING_PER_THREAD * threads) as u64;
        InOrder { queue: Mutex::new(queue), arrived: Condvar::new(), taken: Condvar::new(), capacity }
    }

    /// Adds the outcome of a batch, once there is room for it. False if work is to stop.
    fn put(&self, number: u64, outcome: Outcome<T>) -> bool {
        let mut queue = lock(&self.queue);
        while !queue.stopped && number > queue.next + self.capacity {
            queue = self.taken.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        if queue.stopped {
            return false;
        }
        queue.waiting.insert(number, outcome);
        if number == queue.next {
            self.arrived.notify_one();
        }
        true
    }

    /// Adds the outcome of a batch of the caller, which cannot wait for room, since only the caller makes any.
    fn add(&self, number: u64, outcome: Outcome<T>) {
        lock(&self.queue).waiting.insert(number, outcome);
    }

    /// Takes the next outcome in input order, if it is there.
    fn take_if_there(&self) -> Option<Outcome<T>> {
        let mut queue = lock(&self.queue);
        if let Some(panic) = queue.panic.take() {
            drop(queue);
            resume_unwind(panic);
        }
        let next = queue.next;
        let outcome = queue.waiting.remove(&next)?;
        queue.next += 1;
        // An error ends the work of all threads.
        queue.stopped |= matches!(outcome.end, Some(Err(_)));
        self.taken.notify_all();
        Some(outcome)
    }

    /// Takes the next outcome in input order, once it is there.
    fn take(&self) -> Outcome<T> {
        loop {
            if let Some(outcome) = self.take_if_there() {
                return outcome;
            }
            let queue = lock(&self.queue);
            if queue.panic.is_none() && !queue.waiting.contains_key(&queue.next) {
                drop(self.arrived.wait(queue).unwrap_or_else(PoisonError::into_inner));
            }
        }
    }

    /// Passes a worker's panic to the caller, and stops all other work.
    fn fail(&self, panic: Box<dyn Any + Send>) {
        lock(&self.queue).panic.get_or_insert(panic);
        self.arrived.notify_one();
        self.stop();
    }

    fn stop(&self) {
        lock(&self.queue).stopped = true;
        self.taken.notify_all();
    }
}

/// Locks a mutex. That another thread panicked while it held the lock does not matter: the panic ends the program.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::{anyhow, bail};
    use std::sync::mpsc::{self, Receiver};

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

    impl Source for Numbers {
        fn read(&mut self, batch: &mut Batch) -> Result<bool> {
            match &self.last {
                Last::End(number) if *number == self.next => return Ok(false),
                Last::Error(number) if *number == self.next => bail!("read error"),
                Last::Silence(number, silence) if *number == self.next => {
                    let _ = silence.recv();
                }
                _ => {}
            }
            batch.set_shape(1, 0, 1);
            batch.text_mut(0).extend_from_slice(format!("{}\n", self.next).as_bytes());
            if self.next == 7 {
                // A second segment, which is not UTF-8.
                batch.set_len(2);
                batch.text_mut(0).extend_from_slice(b"\xFF\n");
            }
            self.next += 1;
            Ok(true)
        }

        fn names(&self) -> &[String] {
            &[]
        }

        fn may_block(&self) -> bool {
            self.may_block
        }
    }

    fn numbers(first: u64, last: Last) -> Box<dyn Source> {
        Box::new(Numbers { next: first, last, may_block: true })
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
                let mut batches = run(Box::new(Numbers { next: 8, last: Last::End(40), may_block }), jobs, || echo);
                assert!(batches.source().is_none());
                let expected: String = (8..40).map(|number| format!("{number} ")).collect();
                assert_eq!(collect(&mut batches), expected);
                assert!(batches.source().is_some() && batches.next().is_none());
            }
        }
    }

    #[test]
    fn the_first_error_in_input_order_is_the_last_item() {
        for jobs in jobs() {
            let mut batches = run(numbers(0, Last::Error(9)), jobs, || echo);
            let found = collect(&mut batches);
            assert!(found.starts_with("0 1 2 3 4 5 6 7 <") && found.contains("line 9, byte 1: not UTF-8"), "{found}");
            assert!(batches.source().is_none() && batches.next().is_none());
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
    fn a_result_far_ahead_waits_until_there_is_room_or_work_stops() {
        let outcome = |result| Outcome { result: Some(result), end: None };
        let results = InOrder::new(1);
        std::thread::scope(|scope| {
            let ahead = scope.spawn(|| results.put(5, outcome('f')));
            assert!(results.put(0, outcome('a')));
            assert_eq!(results.take().result, Some('a'));
            assert!(ahead.join().unwrap());
            let far_ahead = scope.spawn(|| results.put(99, outcome('z')));
            assert!(results.put(1, Outcome { result: None, end: Some(Err(anyhow!("fault"))) }));
            assert!(results.take().end.is_some());
            assert!(!far_ahead.join().unwrap());
        });
    }
}
