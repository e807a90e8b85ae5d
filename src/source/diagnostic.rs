//! What is wrong, where, also where, and what to write instead.

use super::{Range, Span};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// What to say at the place itself, if anything.
    pub label: String,
    /// Other places that matter, each with a word.
    pub also: Vec<(Span, String)>,
    /// What to write instead.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            span,
            label: String::new(),
            also: vec![],
            hint: None,
        }
    }

    /// A warning at a place.
    pub fn warning(warning: Warning, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning(warning), ..Diagnostic::error(span, message) }
    }

    /// With a word at the place itself.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
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

/// The diagnostics of a run, in the order in which they were found.
///
/// Only the first [`Diagnostics::LIMIT`] are kept, so that a file of nothing but mistakes does not fill the memory; the
/// rest is counted.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    dropped: usize,
    /// Where an error stands that was reported at another place.
    repeated: Vec<Span>,
}

impl Diagnostics {
    /// How many are kept.
    pub const LIMIT: usize = 1000;

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.is_error());
        if self.list.len() < Self::LIMIT {
            self.list.push(diagnostic);
        } else {
            self.dropped += 1;
        }
    }

    /// Notes a place that has an error which was reported at another one.
    pub fn repeat(&mut self, span: Span) {
        if self.repeated.len() < Self::LIMIT {
            self.repeated.push(span);
        }
    }

    /// Whether an error was found, kept or not.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether an error was found that stands within a span.
    pub fn has_error_in(&self, span: Span) -> bool {
        let within = |range: Range| span.range.start <= range.start && range.end <= span.range.end;
        let errors = self.list.iter().filter(|diagnostic| diagnostic.is_error()).map(|diagnostic| diagnostic.span);
        errors.chain(self.repeated.iter().copied()).any(|error| error.file == span.file && within(error.range))
    }

    /// How many were not kept.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// The kept ones in the order of the text: by file, then by place.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut sorted: Vec<_> = self.list.iter().collect();
        sorted.sort_by_key(|d| (d.span.file, d.span.range.start));
        sorted
    }
}
