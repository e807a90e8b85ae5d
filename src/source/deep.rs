//! Recursion over text that may be nested a million deep.

/// Runs `step`, which recurses once more into nested text, on a stack that grows on the heap when the native one is
/// nearly used up.
///
/// Parsers and walkers over terms read best as recursive functions, and the nesting of their input is the user's to
/// choose. Each recursive step goes through here; then memory, not the thread's stack, is the limit.
pub fn deep<R>(step: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, step)
}
