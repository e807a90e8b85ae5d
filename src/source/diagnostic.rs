//! What is wrong, where, also where, and what to write instead.

use super::{Range, Span};
use rustc_hash::FxHashMap;

/// The warnings, each with the name that turns it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Warning {
    /// A variable that stands only once in its clause.
    Singleton,
    /// Clauses of one predicate apart from each other.
    Discontiguous,
    /// A predicate that neither another predicate nor a check calls.
    NeverCalled,
    /// A predicate without clauses that is called.
    NoClauses,
    /// A type without a finite value.
    EmptyType,
    /// A variable that only a negated goal would bind.
    UnsafeNegation,
    /// A variable that stands only in the conclusion of a check.
    ConclusionOnly,
    /// Two clauses with one name, or a check with the name of another.
    DuplicateName,
    /// A type that was inferred from the clauses, where a check depends on it.
    InferredType,
    /// Values of different types in one place of a program without declarations.
    MixedTypes,
    /// A directive that has no meaning here.
    IgnoredDirective,
}

impl Warning {
    /// All warnings, in the order in which the help lists them.
    pub const ALL: [Warning; 11] = [
        Warning::Singleton,
        Warning::Discontiguous,
        Warning::NeverCalled,
        Warning::NoClauses,
        Warning::EmptyType,
        Warning::UnsafeNegation,
        Warning::ConclusionOnly,
        Warning::DuplicateName,
        Warning::InferredType,
        Warning::MixedTypes,
        Warning::IgnoredDirective,
    ];

    /// The name by which a user turns it off.
    pub fn name(self) -> &'static str {
        match self {
            Warning::Singleton => "singleton",
            Warning::Discontiguous => "discontiguous",
            Warning::NeverCalled => "never-called",
            Warning::NoClauses => "no-clauses",
            Warning::EmptyType => "empty-type",
            Warning::UnsafeNegation => "unsafe-negation",
            Warning::ConclusionOnly => "conclusion-only",
            Warning::DuplicateName => "duplicate-name",
            Warning::InferredType => "inferred-type",
            Warning::MixedTypes => "mixed-types",
            Warning::IgnoredDirective => "ignored-directive",
        }
    }
}

/// Whether a diagnostic stops the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// The input can be used, but is probably not what was meant.
    Warning(Warning),
}

/// One message: a sentence, the place, other places, a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether it stops the run.
    pub severity: Severity,
    /// One sentence, in lower case, without a full stop.
    pub message: String,
    /// The very place.
    pub span: Span,
    /// Other places that matter, each with a word.
    pub also: Vec<(Span, String)>,
    /// What to write instead.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, message: message.into(), span, also: vec![], hint: None }
    }

    /// A warning at a place.
    pub fn warning(warning: Warning, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning(warning), ..Diagnostic::error(span, message) }
    }

    /// With another place.
    #[must_use]
    pub fn also(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.also.push((span, label.into()));
        self
    }

    /// With a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// Whether it stops the run.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The diagnostics of a run.
///
/// Of the errors, and of each kind of warning, only the first [`Diagnostics::LIMIT`] are kept, so that a file of nothing
/// but mistakes does not fill the memory; all are counted.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    counts: FxHashMap<Severity, usize>,
    /// The places of errors that are said once, by what is said.
    said: FxHashMap<String, usize>,
    /// Where an error stands that was reported at another place.
    repeated: Vec<Span>,
}

impl Diagnostics {
    /// How many of a kind are kept.
    pub const LIMIT: usize = 1000;

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let count = self.counts.entry(diagnostic.severity).or_default();
        *count += 1;
        if *count <= Self::LIMIT {
            self.list.push(diagnostic);
        }
    }

    /// Adds an error that is one mistake however often it is met, such as an unknown name: it is shown at the first
    /// place in the text.
    pub fn push_once(&mut self, mut diagnostic: Diagnostic) {
        let Some(known) = self.said.get(&diagnostic.message) else {
            self.said.insert(diagnostic.message.clone(), self.list.len());
            return self.push(diagnostic);
        };
        if let Some(shown) = self.list.get_mut(*known)
            && diagnostic.span < shown.span
        {
            std::mem::swap(shown, &mut diagnostic);
        }
        self.repeat(diagnostic.span);
    }

    /// Notes a place that has an error which was reported at another one.
    pub fn repeat(&mut self, span: Span) {
        if self.repeated.len() < Self::LIMIT {
            self.repeated.push(span);
        }
    }

    /// How many there are of a kind, kept or not.
    pub fn count(&self, severity: Severity) -> usize {
        self.counts.get(&severity).copied().unwrap_or(0)
    }

    /// Whether an error was found.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// Whether so many errors were found that hints which cost time are no longer worth it.
    pub fn are_many(&self) -> bool {
        self.count(Severity::Error) > 100
    }

    /// Whether an error was found that stands within a span.
    pub fn has_error_in(&self, span: Span) -> bool {
        let within = |range: Range| span.range.start <= range.start && range.end <= span.range.end;
        let errors = self.list.iter().filter(|diagnostic| diagnostic.is_error()).map(|diagnostic| diagnostic.span);
        errors.chain(self.repeated.iter().copied()).any(|error| error.file == span.file && within(error.range))
    }

    /// The kept ones, to change their hints.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Diagnostic> {
        self.list.iter_mut()
    }

    /// The kept ones in the order of the text: by file, then by place.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut sorted: Vec<_> = self.list.iter().collect();
        sorted.sort_by_key(|d| (d.span.file, d.span.range.start));
        sorted
    }
}
