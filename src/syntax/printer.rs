//! stub
/// stub
pub struct Printer;
