//! `blame`: property-based testing, blame and mutation for logic programs.

fn main() -> blame::cli::ExitCode {
    blame::cli::run(std::env::args_os())
}
