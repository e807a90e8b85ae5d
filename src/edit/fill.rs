//! Arguments for a constructor or a call: which variables could stand there.

use super::change::Piece;
use super::subject::{Subject, bind};
use crate::program::TypeRef;
use crate::term::Var;
use rustc_hash::FxHashSet;

/// The most partial choices that are kept, the best ones.
const MOST_PARTS: usize = 256;

/// The most variables that are tried for one argument.
const MOST_VARIABLES: usize = 64;

/// What may stand for an argument.
#[derive(Clone, Copy)]
pub(super) struct Choices {
    /// The list of variables.
    pub scope: usize,
    /// Constants, too.
    pub constants: bool,
    /// An anonymous variable, too.
    pub fresh: bool,
    /// Whether the types have parameters of their own, to be found with the choice.
    pub open: bool,
}

struct Part {
    pieces: Vec<Piece>,
    params: Vec<Option<TypeRef>>,
}

impl Subject<'_> {
    /// Ways to fill places of these types, whose parameters may be known: those first that use variables which nothing else uses: they are what a goal
    /// that is missing would have used. Then come those in which no variable stands twice.
    pub fn fillings(
        &mut self,
        types: &[TypeRef],
        params: Vec<Option<TypeRef>>,
        choices: Choices,
        most: usize,
    ) -> Vec<Vec<Piece>> {
        let mut parts = vec![Part { pieces: vec![], params }];
        for ty in types {
            let ty = self.base(*ty);
            let mut longer = vec![];
            for part in &parts {
                for (piece, params) in self.choices(ty, &part.params, choices) {
                    let mut pieces = part.pieces.clone();
                    pieces.push(piece);
                    longer.push(Part { pieces, params });
                }
            }
            longer.sort_by_cached_key(|part| self.cost(&part.pieces));
            longer.truncate(MOST_PARTS);
            parts = longer;
        }
        parts.truncate(most);
        parts.into_iter().map(|part| part.pieces).collect()
    }

    fn choices(
        &mut self,
        ty: TypeRef,
        params: &[Option<TypeRef>],
        choices: Choices,
    ) -> Vec<(Piece, Vec<Option<TypeRef>>)> {
        let mut found = vec![];
        for var in self.scopes[choices.scope].clone() {
            let var_type = self.var_type(var);
            let mut params = params.to_vec();
            let fits = if choices.open { bind(&self.types, ty, var_type, &mut params) } else { ty == var_type };
            if fits && found.len() < MOST_VARIABLES {
                found.push((Piece::Var(var), params));
            }
        }
        if choices.constants && !choices.open {
            let constants = self.constructors(ty).into_iter().filter(|(_, args)| args.is_empty());
            found.extend(constants.map(|(functor, _)| (Piece::App(functor, vec![]), params.to_vec())));
        }
        // A call with nothing that fits an argument is still a call.
        let closed = !choices.open || self.types.is_closed(ty);
        if (choices.fresh || found.is_empty() && choices.open) && closed && self.is_of_program(ty) {
            found.push((Piece::Fresh(ty), params.to_vec()));
        }
        found
    }

    /// Lower is better.
    pub fn cost(&self, pieces: &[Piece]) -> i32 {
        let mut seen: FxHashSet<Var> = FxHashSet::default();
        let mut cost = 0;
        for piece in pieces {
            if let Piece::Var(var) = piece {
                let alone = self.counts.get(var.0 as usize) == Some(&1);
                cost += match seen.insert(*var) {
                    true if alone => -2,
                    true => 0,
                    false => 1,
                };
            }
        }
        cost
    }
}
