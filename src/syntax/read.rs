//! From files to items.
//!
//! [`read`] takes a file, and those that it uses, and adds its items to a [`Reading`]; the reader of the notation does the
//! work on [`Tokens`], which looks a few tokens ahead, words what was expected, and finds the next item after a mistake.
//! A file is read once, and one that uses itself is reported.

use super::token::{Tok, Token, next_token};
use super::{AplOperators, Ast, Item, ItemKind, Operators, aprolog, prolog};
use crate::source::{Diagnostic, Diagnostics, FileId, Range, SourceMap, Span};
use crate::term::{Symbol, Symbols};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

/// The two ways to write a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// ISO Prolog with declarations, `.pl`.
    Prolog,
    /// αProlog 0.4, `.apl`.
    AlphaProlog,
}

impl Notation {
    /// The notation of a file, by the ending of its name.
    pub fn of(path: &str) -> Notation {
        match Path::new(path).extension() {
            Some(ending) if ending == "apl" => Notation::AlphaProlog,
            _ => Notation::Prolog,
        }
    }
}

/// Where the text of files comes from; reading asks it for the files that other files use.
pub trait Files {
    /// The files opened so far.
    fn sources(&self) -> &SourceMap;

    /// Opens the file that `from` uses under this name, or says why not.
    fn open(&mut self, name: &str, from: FileId) -> Result<FileId, String>;
}

/// Everything that was read: the items of all files in order, the tree of their terms, and what was wrong.
#[derive(Debug)]
pub struct Reading {
    /// The names.
    pub symbols: Symbols,
    /// The terms of all items.
    pub ast: Ast,
    /// The items, in the order of the text; those of a used file stand where it is used.
    pub items: Vec<Item>,
    /// The operators of the Prolog notation, as the files left them.
    pub operators: Operators,
    /// The operators of the αProlog notation, as the files left them.
    pub apl_operators: AplOperators,
    /// What was wrong.
    pub diagnostics: Diagnostics,
    /// Names that stand in items that could not be read: what is said about them elsewhere need not be true.
    pub broken: FxHashSet<Symbol>,
    /// Where an argument of αProlog starts a line: there, most likely, a full stop is missing.
    pub(super) line_starts: Vec<Span>,
    /// The files that are read at the moment, outermost first.
    open: Vec<FileId>,
    /// The files that were read already.
    done: FxHashSet<FileId>,
}

impl Default for Reading {
    fn default() -> Reading {
        let mut symbols = Symbols::default();
        let operators = Operators::standard(&mut symbols);
        let apl_operators = AplOperators::standard(&mut symbols);
        Reading {
            symbols,
            ast: Ast::default(),
            items: vec![],
            operators,
            apl_operators,
            diagnostics: Diagnostics::default(),
            broken: FxHashSet::default(),
            line_starts: vec![],
            open: vec![],
            done: FxHashSet::default(),
        }
    }
}

impl Reading {
    /// Whether an argument within a span starts a line.
    pub fn has_line_start(&self, span: Span) -> bool {
        let within = |at: &Span| at.file == span.file && (span.range.start..span.range.end).contains(&at.range.start);
        self.line_starts.iter().any(within)
    }
}

/// Reads a file, and those that it uses, behind what was read before; once, however often it is asked for.
pub fn read(files: &mut dyn Files, file: FileId, reading: &mut Reading) {
    if reading.done.contains(&file) {
        return;
    }
    reading.open.push(file);
    match Notation::of(&files.sources().file(file).path) {
        Notation::Prolog => prolog::read(files, file, reading),
        Notation::AlphaProlog => aprolog::read(files, file, reading),
    }
    reading.open.pop();
    reading.done.insert(file);
}

/// A text that is in no file, and uses none.
struct Text(SourceMap);

impl Files for Text {
    fn sources(&self) -> &SourceMap {
        &self.0
    }

    fn open(&mut self, _: &str, _: FileId) -> Result<FileId, String> {
        Err("only files use files".into())
    }
}

/// Reads a text that is in no file behind what was read before; the ending of its name says the notation.
pub fn read_text(name: &str, text: &str, reading: &mut Reading) -> SourceMap {
    let mut sources = SourceMap::default();
    let file = sources.add(name, text);
    // Another text may have been the first file before.
    reading.done.remove(&file);
    let mut files = Text(sources);
    read(&mut files, file, reading);
    files.0
}

/// Reads the file that a directive names, once.
pub(super) fn read_used(files: &mut dyn Files, name: &str, from: FileId, range: Range, reading: &mut Reading) {
    let fail = |message: String| Diagnostic::error(range.in_file(from), message);
    let file = match files.open(name, from) {
        Ok(file) => file,
        Err(reason) => return reading.diagnostics.push(fail(format!("cannot use {name:?}: {reason}"))),
    };
    if reading.open.contains(&file) {
        let chain = fail(format!("{name:?} uses itself"))
            .hint("take this directive away, or move what both need into a file of its own");
        reading.diagnostics.push(chain);
    } else {
        crate::source::deep(|| read(files, file, reading));
    }
}

/// The hint where an argument starts a line.
pub const MISSING_STOP: &str = "is a full stop missing at the end of a line?";

/// The bound of a check as a number.
pub(super) fn check_bound(bound: &dashu_int::IBig, range: Range) -> Parsed<u32> {
    u32::try_from(bound).map_err(|_| {
        Problem::new(range, "the bound of a check is a number from 0 to 4294967295")
            .hint("leave it out to search deeper until the time limit")
    })
}

/// Why a clause could not be read.
#[derive(Debug)]
pub(super) struct Problem {
    pub range: Range,
    pub message: String,
    pub hint: Option<String>,
}

impl Problem {
    pub fn new(range: Range, message: impl Into<String>) -> Problem {
        Problem { range, message: message.into(), hint: None }
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = Some(hint.into());
        self
    }
}

/// What a parse step gives.
pub(super) type Parsed<T> = Result<T, Problem>;

/// The tokens of a file as a parser sees them: the next few, and the way back to firm ground after a mistake.
pub(super) struct Tokens<'r> {
    pub reading: &'r mut Reading,
    pub file: FileId,
    text: Arc<str>,
    notation: Notation,
    at: usize,
    ahead: VecDeque<Token>,
    after_operand: bool,
    /// Where the last token that was taken stands.
    pub last: Range,
    /// The first token of the current item, which never is a place to resume at.
    item_start: u32,
}

impl<'r> Tokens<'r> {
    pub fn new(sources: &SourceMap, file: FileId, notation: Notation, reading: &'r mut Reading) -> Tokens<'r> {
        let text = sources.file(file).text.clone();
        let at = if text.starts_with("#!") { text.find('\n').unwrap_or(text.len()) } else { 0 };
        let ahead = VecDeque::new();
        let last = Range::default();
        Tokens { reading, file, text, notation, at, ahead, after_operand: false, last, item_start: 0 }
    }

    /// The token `n` places ahead.
    pub fn peek_at(&mut self, n: usize) -> &Token {
        while self.ahead.len() <= n {
            let symbols = &mut self.reading.symbols;
            let (token, at) = next_token(&self.text, self.at, self.notation, symbols, self.after_operand);
            self.at = at;
            self.after_operand = matches!(
                token.tok,
                Tok::Atom(_) | Tok::Quoted(_) | Tok::Var(_) | Tok::Int(_) | Tok::Close | Tok::CloseList
            );
            self.ahead.push_back(token);
        }
        &self.ahead[n]
    }

    /// The next token.
    pub fn peek(&mut self) -> &Token {
        self.peek_at(0)
    }

    /// Takes the next token.
    pub fn next(&mut self) -> Token {
        self.peek();
        let token = self.ahead.pop_front().expect("a token was peeked at");
        self.last = token.range;
        token
    }

    /// Takes the next token if it is this one.
    pub fn accept(&mut self, tok: &Tok) -> bool {
        let found = self.peek().tok == *tok;
        if found {
            self.next();
        }
        found
    }

    /// Takes this token, or says that it is missing.
    pub fn expect(&mut self, tok: &Tok, wanted: &str) -> Parsed<Range> {
        if self.peek().tok == *tok {
            return Ok(self.next().range);
        }
        Err(self.unexpected(wanted))
    }

    /// A problem at the next token.
    pub fn unexpected(&mut self, wanted: &str) -> Problem {
        let token = self.peek().clone();
        let problem = match &token.tok {
            Tok::Bad(reason) => return Problem::new(token.range, reason.clone()),
            Tok::Eof => Problem::new(token.range, format!("the file ends where {wanted} was expected")),
            Tok::End => Problem::new(token.range, format!("the clause ends where {wanted} was expected")),
            _ => Problem::new(token.range, format!("unexpected {}: {wanted} was expected", self.shown(token.range))),
        };
        if token.starts_line && token.range.start > self.item_start && token.tok != Tok::Eof {
            return problem.hint("is a full stop missing at the end of the line before?");
        }
        match self.habit(&token) {
            Some(hint) => problem.hint(hint),
            None => problem,
        }
    }

    /// What to write instead of what other languages have at this place.
    fn habit(&self, token: &Token) -> Option<&'static str> {
        let last = &self.text[self.last.start as usize..self.last.end as usize];
        Some(match (last, &self.text[token.range.start as usize..token.range.end as usize]) {
            ("not", _) if self.notation == Notation::Prolog => "write \\+ before a goal, or not(...)",
            ("if", _) => "write ( C -> T ; E )",
            (_, "(") if token.tok == Tok::Open => "no space stands between a name and its bracket",
            (_, "<=") => "is =< meant?",
            (_, ">==" | "==<" | "=>") => "=> stands in checks only, in parentheses of its own; is >= meant?",
            (_, "!") => "is \\= meant?",
            (_, "&&" | "&") => "a comma stands between goals that must all hold",
            (_, "||") => "a semicolon stands between goals of which one must hold",
            (_, ":=") => "is `is` or `=` meant?",
            (_, "-->") => "a type has the long arrow --->",
            _ => return None,
        })
    }

    fn shown(&self, range: Range) -> String {
        let text = &self.text[range.start as usize..range.end as usize];
        let short: String = text.chars().take(30).collect();
        format!("`{short}{}`", if short.len() < text.len() { "..." } else { "" })
    }

    /// Marks the start of an item.
    pub fn start_item(&mut self) -> u32 {
        self.item_start = self.peek().range.start;
        self.item_start
    }

    /// Reports a problem.
    pub fn report(&mut self, problem: Problem) {
        let mut diagnostic = Diagnostic::error(problem.range.in_file(self.file), problem.message);
        let item = Range::new(self.item_start, problem.range.end).in_file(self.file);
        diagnostic.hint = match self.reading.has_line_start(item) {
            true => Some(MISSING_STOP.into()),
            false => problem.hint,
        };
        self.reading.diagnostics.push(diagnostic);
    }

    /// Adds an item that started at a byte and ends with the last token.
    pub fn push_item(&mut self, kind: ItemKind, start: u32) {
        let range = Range::new(start, self.last.end.max(start));
        self.reading.items.push(Item { kind, file: self.file, range, notation: self.notation });
    }

    /// Skips to the next clause: behind the full stop, or before what stands at the start of a line and so is most
    /// likely a clause of its own. `ends` tells whether a full stop ends a clause, given the token behind it.
    pub fn recover(&mut self, ends: impl Fn(&Token) -> bool) {
        loop {
            let start = self.item_start;
            let token = self.peek();
            let begins = matches!(token.tok, Tok::Atom(_) | Tok::Quoted(_) | Tok::Var(_));
            match token.tok {
                Tok::Eof => break,
                Tok::End => {
                    self.next();
                    if ends(self.peek()) {
                        break;
                    }
                }
                _ if token.starts_line && token.range.start > start && begins => break,
                _ => {
                    self.next();
                }
            }
        }
        self.note_names();
    }

    /// Notes the names of the item that could not be read.
    fn note_names(&mut self) {
        let mut at = self.item_start as usize;
        while at < self.last.end as usize {
            let (token, next) = next_token(&self.text, at, self.notation, &mut self.reading.symbols, false);
            if let Tok::Atom(name) | Tok::Quoted(name) = token.tok {
                self.reading.broken.insert(name);
            }
            at = next.max(at + 1);
        }
    }
}
