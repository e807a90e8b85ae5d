//! What tests share: reading programs from strings, and the core of a program as text.

#![allow(dead_code)]

pub mod bugs;
pub mod checking;
pub mod mutants;
pub mod swipl;

use blame::program::{Clause, Formula, Goal, GoalId, Program, ProgramItem, Type, TypeKind, TypeRef};
use blame::report::DiagnosticsText;
use blame::source::{Diagnostics, FileId, SourceMap};
use blame::syntax::{Files, Reading, read};
use blame::term::{Term, TermId};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Files in memory.
#[derive(Default)]
pub struct Memory {
    pub sources: SourceMap,
    files: HashMap<String, FileId>,
}

impl Memory {
    pub fn add(&mut self, path: &str, text: &str) -> FileId {
        let id = self.sources.add(path, text);
        self.files.insert(path.to_owned(), id);
        id
    }
}

impl Files for Memory {
    fn sources(&self) -> &SourceMap {
        &self.sources
    }

    fn open(&mut self, name: &str, _: FileId) -> Result<FileId, String> {
        self.files.get(name).copied().ok_or_else(|| "there is no such file".into())
    }
}

/// Reads files, given as path and text, as one program.
pub fn load(files: &[(&str, &str)]) -> (Program, Diagnostics, Memory) {
    let mut memory = Memory::default();
    let mut reading = Reading::default();
    for (path, text) in files {
        let file = memory.add(path, text);
        read(&mut memory, file, &mut reading);
    }
    let (program, diagnostics) = Program::build(reading);
    (program, diagnostics, memory)
}

/// Reads files that must be without errors.
pub fn program(files: &[(&str, &str)]) -> Program {
    let (program, diagnostics, memory) = load(files);
    let text = DiagnosticsText::new(&memory.sources, false);
    let errors: String = diagnostics.sorted().into_iter().filter(|d| d.is_error()).map(|d| text.render(d)).collect();
    assert!(errors.is_empty(), "{errors}");
    program
}

/// The words of a command line, as a shell reads them: single quotes keep everything but themselves.
pub fn shell_words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![];
    let (mut inside, mut quoted, mut escaped) = (false, false, false);
    for c in line.chars() {
        let separates = c == ' ' && !quoted && !escaped;
        if separates {
            inside = false;
            continue;
        }
        if !inside {
            words.push(String::new());
            inside = true;
        }
        match c {
            '\'' if !escaped => quoted = !quoted,
            '\\' if !quoted && !escaped => {
                escaped = true;
                continue;
            }
            c => words.last_mut().expect("a word has begun").push(c),
        }
        escaped = false;
    }
    words
}

/// The project's folder.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a folder of the project, sorted.
pub fn files_in(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> =
        std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The properties file of a program, as the program names it or by its stem.
pub fn properties_of(program: &Path) -> Option<PathBuf> {
    let text = std::fs::read_to_string(program).unwrap();
    let named = text.lines().find_map(|line| {
        let rest = line.strip_prefix(":- properties(").or_else(|| line.strip_prefix("#properties \""))?;
        Some(rest.split([')', '"']).next()?.to_owned())
    });
    let stem = named.unwrap_or_else(|| program.file_stem().unwrap().to_string_lossy().into_owned());
    let found = ["pl", "apl"].map(|ending| root().join("properties").join(format!("{stem}.{ending}")));
    found.into_iter().find(|path| path.is_file())
}

/// The core of a program as text: two programs with the same text differ only in names of variables, in abbreviations and
/// operators, in how arguments are written, and in whether a type was declared or inferred.
pub fn core(program: &Program) -> String {
    let mut out = String::new();
    let signature = &program.signature;
    let mut types: Vec<_> = vec![];
    for def in &signature.type_defs {
        let name = program.symbols.text(def.name);
        types.push(match &def.kind {
            TypeKind::Builtin => continue,
            TypeKind::Name => format!("name {name}"),
            TypeKind::Refined(base, predicate) => {
                let predicate = predicate.map(|id| program.predicate_name(id));
                format!("refined {name} = {} where {predicate:?}", program.show_type(*base))
            }
            TypeKind::Data(constructors) => {
                let mut shown: Vec<_> = constructors.iter().map(|c| program.show_constructor(*c)).collect();
                // Nobody chose the order of what was inferred.
                if def.span.is_none() {
                    shown.sort();
                }
                format!("type {name}/{} = {}", def.params.len(), shown.join(" ; "))
            }
        });
    }
    types.sort();
    let mut predicates: Vec<_> = vec![];
    for (id, predicate) in signature.predicates() {
        if predicate.span.is_none() {
            continue;
        }
        let mut renamer = Renamer::default();
        let args: Vec<_> = predicate.args.iter().map(|ty| renamer.ty(program, *ty)).collect();
        predicates.push(format!(
            "predicate {} ({}) function={} trusted={} assumable={} discontiguous={}",
            program.predicate_name(id),
            args.join(", "),
            predicate.function,
            predicate.trusted,
            predicate.assumable,
            predicate.discontiguous,
        ));
    }
    predicates.sort();
    for (_, item) in &program.items {
        match item {
            ProgramItem::Generator(ty, id) => {
                types.push(format!("generator {} {}", program.show_type(*ty), program.predicate_name(*id)));
            }
            ProgramItem::Properties(name) => types.push(format!("properties {}", program.symbols.text(*name))),
            _ => {}
        }
    }
    out.push_str(&types.join("\n"));
    out.push('\n');
    out.push_str(&predicates.join("\n"));
    out.push('\n');
    for clause in &program.clauses {
        writeln!(out, "{}", clause_core(program, clause)).unwrap();
    }
    for check in &program.checks {
        let mut dump = Dump::new(program, &check.formula);
        let (hypotheses, conclusion) = (dump.goal(check.hypotheses), dump.goal(check.conclusion));
        let name = program.symbols.text(check.name);
        let (bound, expected) = (check.bound, check.expected);
        writeln!(out, "check {name:?} {bound:?} {expected:?} {hypotheses} => {conclusion} {}", dump.types()).unwrap();
    }
    for query in &program.queries {
        let mut dump = Dump::new(program, &query.formula);
        let goal = dump.goal(query.goal);
        writeln!(out, "query {goal} {}", dump.types()).unwrap();
    }
    out
}

/// The core of one clause.
pub fn clause_core(program: &Program, clause: &Clause) -> String {
    let mut dump = Dump::new(program, &clause.formula);
    let head: Vec<_> = clause.head.iter().map(|term| dump.term(*term)).collect();
    let body = dump.goal(clause.body);
    let label = clause.label.map(|label| program.symbols.text(label));
    let name = program.predicate_name(clause.predicate);
    format!("{label:?} {name} ({}) :- {body} {}", head.join(", "), dump.types())
}

/// Gives type variables numbers in the order in which they are met.
#[derive(Default)]
struct Renamer {
    seen: Vec<u32>,
}

impl Renamer {
    fn ty(&mut self, program: &Program, ty: TypeRef) -> String {
        match program.signature.types.get(ty) {
            Type::Var(index) => {
                let n = self.seen.iter().position(|seen| seen == index).unwrap_or_else(|| {
                    self.seen.push(*index);
                    self.seen.len() - 1
                });
                format!("'{n}")
            }
            Type::App(id, args) => {
                let args: Vec<_> = args.iter().map(|arg| self.ty(program, *arg)).collect();
                format!("{}({})", program.symbols.text(program.signature.type_defs[id.0 as usize].name), args.join(","))
            }
        }
    }
}

struct Dump<'p> {
    program: &'p Program,
    formula: &'p Formula,
    vars: Vec<u32>,
    names: Vec<u32>,
}

impl<'p> Dump<'p> {
    fn new(program: &'p Program, formula: &'p Formula) -> Dump<'p> {
        Dump { program, formula, vars: vec![], names: vec![] }
    }

    fn number(seen: &mut Vec<u32>, id: u32) -> usize {
        seen.iter().position(|other| *other == id).unwrap_or_else(|| {
            seen.push(id);
            seen.len() - 1
        })
    }

    fn types(&self) -> String {
        let mut renamer = Renamer::default();
        let vars = self.vars.iter().map(|var| self.formula.vars[*var as usize].ty);
        let names = self.names.iter().map(|name| self.formula.names[*name as usize].ty);
        let types: Vec<_> = vars.chain(names).map(|ty| renamer.ty(self.program, ty)).collect();
        format!("[{}]", types.join(", "))
    }

    fn term(&mut self, term: TermId) -> String {
        let children = self.formula.terms.children(term);
        let head = match self.formula.terms.get(term) {
            Term::Var(var) => return format!("V{}", Self::number(&mut self.vars, var.0)),
            Term::Name(name) => return format!("N{}", Self::number(&mut self.names, name.0)),
            Term::Int(value) => return format!("{value}"),
            Term::Char(c) => return format!("char {c:?}"),
            Term::App(functor, _) => {
                let def = self.program.signature.functor(*functor);
                format!("{}:{:?}", self.program.symbols.text(def.name), def.kind)
            }
            Term::Abstraction(..) => "abstraction".into(),
            Term::Concretion(..) => "concretion".into(),
            Term::Swap(..) => "swap".into(),
            Term::Substitution(..) => "substitution".into(),
        };
        let children: Vec<_> = children.into_iter().map(|child| self.term(child)).collect();
        format!("{head}({})", children.join(", "))
    }

    fn goal(&mut self, goal: GoalId) -> String {
        let head = match self.formula.goal(goal) {
            Goal::Call(predicate, _) => format!("call {}", self.program.predicate_name(*predicate)),
            Goal::Compare(comparison, ..) => format!("{comparison:?}"),
            Goal::Exists(vars, _) => format!("exists {:?}", self.bound(vars.iter().map(|var| var.0), false)),
            Goal::ForAll(vars, _) => format!("forall {:?}", self.bound(vars.iter().map(|var| var.0), false)),
            Goal::New(names, _) => format!("new {:?}", self.bound(names.iter().map(|name| name.0), true)),
            Goal::True => "true".into(),
            Goal::Fail => "fail".into(),
            Goal::Cut => "cut".into(),
            Goal::Unify(..) => "unify".into(),
            Goal::Is(..) => "is".into(),
            Goal::Fresh(..) => "fresh".into(),
            Goal::Equivariant(..) => "equivariant".into(),
            Goal::And(_) => "and".into(),
            Goal::Or(_) => "or".into(),
            Goal::Not(_) => "not".into(),
            Goal::If(..) => "if".into(),
            Goal::FindAll(..) => "findall".into(),
        };
        let terms: Vec<_> = self.formula.goal_terms(goal).into_iter().map(|term| self.term(term)).collect();
        let goals: Vec<_> = self.formula.subgoals(goal).into_iter().map(|goal| self.goal(goal)).collect();
        format!("{head}({})({})", terms.join(", "), goals.join(", "))
    }

    fn bound(&mut self, ids: impl Iterator<Item = u32>, names: bool) -> Vec<usize> {
        let seen = if names { &mut self.names } else { &mut self.vars };
        ids.map(|id| Self::number(seen, id)).collect()
    }
}
