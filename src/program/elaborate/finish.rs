//! The last word on a formula: what only its types can settle, and the types themselves.
//!
//! A constant or the elements of a string may be characters, constructors or names. Where the types tell, they decide;
//! where they do not, a constructor of that name wins, then a name, and for strings characters.

use super::super::formula::Formula;
use super::super::infer::View;
use super::super::types::{TypeId, TypeKind, TypeRef};
use super::{Elaborator, Pending, Why};
use crate::source::Range;
use crate::syntax::{NodeId, Notation};
use crate::term::{Term, TermId};

impl Elaborator<'_> {
    /// Settles what constants and strings are, now that all is known about their types.
    pub(super) fn settle_pending(&mut self) {
        let pending = std::mem::take(&mut self.b.pending);
        // What the types tell comes first; then what is left gets the meaning that it has by itself.
        let mut left = vec![];
        for constant in pending {
            match constant {
                Pending::Constant { term, name, ty, node, why } => {
                    match self.constant_term(name, node, ty, why, false) {
                        Some(settled) => self.b.formula.terms.set(term, settled),
                        None => left.push(Pending::Constant { term, name, ty, node, why }),
                    }
                }
                Pending::Text { elements, text, ty, node } => {
                    if matches!(self.infer.view(ty, &self.t.signature.types), View::Open) {
                        left.push(Pending::Text { elements, text, ty, node });
                    } else {
                        self.text_elements(&elements, text, ty, node);
                    }
                }
            }
        }
        for constant in left {
            match constant {
                Pending::Constant { term, name, ty, node, why } => {
                    let settled = self.constant_term(name, node, ty, why, true);
                    self.b.formula.terms.set(term, settled.unwrap_or(Term::Char(' ')));
                }
                Pending::Text { elements, text, ty, node } => self.text_elements(&elements, text, ty, node),
            }
        }
    }

    fn text_elements(
        &mut self,
        elements: &[TermId],
        text: crate::term::Symbol,
        ty: super::super::infer::Ty,
        node: NodeId,
    ) {
        let text = self.t.text(text).to_owned();
        let other = match self.infer.view(ty, &self.t.signature.types) {
            View::App(id, _) => id != TypeId::CHAR && self.b.notation == Notation::Prolog,
            View::Class => true,
            View::Open | View::Rigid => false,
        };
        if !other {
            self.expect_builtin(TypeId::CHAR, ty, node, Why::Element);
        }
        for (element, c) in elements.iter().zip(text.chars()) {
            let settled = if other {
                let name = self.t.reading.symbols.intern(c.encode_utf8(&mut [0; 4]));
                self.constant_term(name, node, ty, Why::Element, true)
            } else {
                Some(Term::Char(c))
            };
            self.b.formula.terms.set(*element, settled.unwrap_or(Term::Char(c)));
        }
    }

    /// The finished formula.
    pub(super) fn finish(&mut self) -> Formula {
        for (ty, range) in std::mem::take(&mut self.b.name_checks) {
            self.check_name_type(ty, range);
        }
        let mut open = std::mem::take(&mut self.b.open);
        let mut formula = std::mem::replace(&mut self.b.formula, Formula::new(crate::source::FileId(0)));
        let mut infinite = false;
        for (variable, ty) in formula.vars.iter_mut().zip(&self.b.var_types) {
            let finished = self.infer.finish(*ty, &mut open, &mut self.t.signature.types);
            infinite |= finished.is_none();
            variable.ty = finished.unwrap_or(TypeRef(0));
        }
        for (name, ty) in formula.names.iter_mut().zip(&self.b.name_types) {
            let finished = self.infer.finish(*ty, &mut open, &mut self.t.signature.types);
            infinite |= finished.is_none();
            name.ty = finished.unwrap_or(TypeRef(0));
        }
        formula.shrink();
        if infinite {
            self.infinite_type(self.b.range.in_file(formula.file));
        }
        formula
    }

    fn check_name_type(&mut self, ty: super::super::infer::Ty, range: Range) {
        let name = match self.infer.view(ty, &self.t.signature.types) {
            View::App(id, _) => self.t.signature.type_defs[id.0 as usize].kind == TypeKind::Name,
            View::Class => false,
            View::Open => {
                if !self.nominal {
                    let message = "a name is needed here, and there are no name types";
                    self.error_hint(range, message, "declare one with name_type");
                }
                return;
            }
            View::Rigid => true,
        };
        if !name {
            let shown = self.show(ty);
            self.error_hint(
                range,
                format!("a name is needed here, and {shown} is no name type"),
                "declare it with name_type",
            );
        }
    }
}
