//! What users say of predicates: who is right, and what may be assumed.

use super::{ExitCode, output};
use crate::program::{PredId, Program};

/// What all commands take that assume something.
#[derive(Debug, clap::Args)]
pub struct TrustArguments {
    /// A predicate that nobody blames, as append/3; may be given several times
    #[arg(long, value_name = "P/N")]
    trust: Vec<String>,
    /// What explanations may assume, as bb/1; may be given several times
    #[arg(long, value_name = "P/N")]
    assume: Vec<String>,
}

/// The same as predicates of a program.
#[derive(Clone, Debug, Default)]
pub struct Stance {
    /// The predicates that nobody blames, besides those that the program trusts.
    pub trusted: Vec<PredId>,
    /// What may be assumed; the program decides if nothing is given.
    pub assumable: Vec<PredId>,
}

impl TrustArguments {
    /// Finds the predicates. What is wrong with a name has been said when this fails.
    pub fn read(&self, program: &Program) -> Result<Stance, ExitCode> {
        let all = |names: &[String]| names.iter().map(|name| predicate(program, name)).collect::<Result<_, _>>();
        let stance = all(&self.trust).and_then(|trusted| Ok(Stance { trusted, assumable: all(&self.assume)? }));
        stance.map_err(|message| {
            output::complain(&format!("error: {message}\n"));
            ExitCode::Input
        })
    }
}

/// The predicate of a name as `append/3`, or what to say.
pub fn predicate(program: &Program, name: &str) -> Result<PredId, String> {
    let all = || program.signature.predicates().map(|(id, _)| (program.predicate_name(id), id));
    if let Some((_, id)) = all().find(|(other, _)| other == name) {
        return Ok(id);
    }
    let near = all().map(|(other, _)| (strsim::jaro_winkler(name, &other), other));
    let near = near.max_by(|one, other| one.0.total_cmp(&other.0));
    let hint = near.map(|(_, other)| format!("; did you mean {other}?")).unwrap_or_default();
    Err(format!("there is no predicate {name}{hint}"))
}
