//! stub
/// stub
pub fn print_program() {}
