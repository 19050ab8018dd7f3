//! Independent work on several threads.

use std::iter;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Returns what a function makes of each number below a limit, in their order. Up to this many threads share the work.
pub fn map_numbers<T: Send>(limit: usize, threads: usize, make: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || -> Vec<(usize, T)> {
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        numbers.take_while(|number| *number < limit).map(|number| (number, make(number))).collect()
    };
    let mut made: Vec<(usize, T)> = thread::scope(|scope| {
        // If no more threads can be started, fewer do the work.
        let helpers: Vec<_> =
            (1..threads.min(limit)).map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
        let own = work();
        let helped = helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        iter::once(own).chain(helped).flatten().collect()
    });
    made.sort_unstable_by_key(|(number, _)| *number);
    made.into_iter().map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_numbers_whatever_the_threads() {
        for (limit, threads) in [(0, 3), (1, 1), (5, 1), (5, 3), (100, 7), (3, 100)] {
            let expected: Vec<usize> = (0..limit).map(|number| number * number).collect();
            assert_eq!(map_numbers(limit, threads, |number| number * number), expected);
        }
    }
}
