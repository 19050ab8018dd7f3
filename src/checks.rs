//! Checks on the score: likely problems of the input, their repair, the score without one kind of difference, and why a score is
//! what it is. Facts, no sentences for people.

pub mod diagnose;
pub mod explain;
pub mod repair;
pub mod robust;
mod segments;
pub mod what_if;

pub use segments::AddSegments;
