//! Who is to blame, for people and for programs.

use super::check::CheckText;
use super::counted;
use super::tree::{Titled, TreeJson, TreeReport, titled_dot, titled_svg};
use crate::blame::{Blame, Change, Explanation, Familiar, Kind, Ranked, Repair, Suspect};
use crate::explain::{Assumption, Level, Pruning, Tree};
use crate::program::{Check, CheckId, Clause, ClauseId, Formula, Goal, GoalId, Program};
use crate::source::{Range, Span};
use serde::Serialize;

/// How many suspects are shown with their evidence if nothing else is said: long lists are not read.
const SHOWN: usize = 5;

/// The most characters of the values in a title.
const TITLE: usize = 120;

/// Writes what blame came to.
///
/// ```text
/// compl: ss([b,a]) should hold (programs/grammar.pl:72)
///     W = [b,a]
///     N = s(z)
/// A missing answer: if bb([]) held, there would be a proof by s2, s3.
///     ss([b,a]) for rule s2, since:
///       ss([a]) for rule s3, since:
///         bb([]) is assumed.
///
/// Suspects, by 2 counterexamples of 2 properties and 24 passing cases:
/// ```
pub struct BlameText<'b, 'p> {
    /// The checks, with the program and its text.
    pub check: &'b CheckText<'p>,
    /// How much is shown.
    pub level: Level,
    /// What was found.
    pub blame: &'b Blame,
    /// Why each counterexample is one.
    pub explanations: &'b [Explanation],
    /// What passing cases prove, too: where the suspects are shown, it is folded.
    pub familiar: &'b Familiar,
    /// Whether repairs were looked for: only then it says something that there are none.
    pub repairs: bool,
    /// Whether trees are drawn with lines.
    pub boxes: bool,
}

impl BlameText<'_, '_> {
    fn program(&self) -> &Program {
        self.check.program
    }

    fn property(&self, explanation: &Explanation) -> &Check {
        &self.program().checks[explanation.check.0 as usize]
    }

    fn trees(&self, check: &Check) -> TreeReport<'_> {
        let notation = self.program().notation_of(check.formula.file);
        TreeReport { program: self.program(), sources: self.check.sources, notation, places: true }
    }

    /// All of it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Some(doubt) = self.doubt() {
            text.push_str(&format!("{doubt}\n\n"));
        }
        for explanation in self.explanations {
            text.push_str(&self.explanation(explanation));
        }
        if self.level != Level::Verdict {
            self.suspects(&mut text);
        }
        text
    }

    /// What stands first if no suspect has a plausible repair.
    fn doubt(&self) -> Option<&'static str> {
        let ranked = &self.blame.ranked;
        let repaired = ranked.iter().any(|one| !one.repairs.is_empty());
        match (self.repairs, repaired, self.blame.cut_off, ranked.is_empty()) {
            (true, false, false, false) => Some(
                "No single change that was tried makes all checks pass: the property itself may be wrong, or several clauses are.",
            ),
            _ => None,
        }
    }

    /// Why a counterexample is one.
    pub fn explanation(&self, explanation: &Explanation) -> String {
        let mut text = String::new();
        let check = self.property(explanation);
        let name = self.program().symbols.text(check.name);
        let found = &explanation.counterexample;
        text.push_str(&format!("{name} fails ({})\n", self.place(check.name_span)));
        for (name, value) in self.check.texts(check, &found.formula, &found.bindings) {
            text.push_str(&format!("    {name} = {value}\n"));
        }
        text.push_str(&format!("{}\n", self.sentence(explanation)));
        if self.level == Level::Verdict {
            return format!("{text}\n");
        }
        let report = self.trees(check);
        for (what, tree) in trees(explanation) {
            let tree = self.pruned(explanation.check, tree);
            let lines = if self.boxes { report.boxes(&tree) } else { report.verbal(&tree) };
            text.push_str(&format!("\n{what}:\n"));
            lines.lines().for_each(|line| text.push_str(&format!("    {line}\n")));
        }
        format!("{text}\n")
    }

    /// A tree as it is shown.
    fn pruned(&self, check: CheckId, tree: &Tree) -> Tree {
        let seen = |formula: &Formula, goal: GoalId| self.familiar.count(check, formula, goal);
        let folds = self.level == Level::Suspects;
        tree.prune(&Pruning { seen: folds.then_some(&seen), ..Pruning::to(self.level) })
    }

    /// What is the matter, in a sentence.
    fn sentence(&self, explanation: &Explanation) -> String {
        let check = self.property(explanation);
        let notation = self.program().notation_of(check.formula.file);
        let conclusion = self.program().print_goal(&check.formula, check.conclusion, notation);
        let would = self.would(explanation);
        match explanation.kind {
            Kind::Wrong => {
                format!("A wrong answer: {conclusion} cannot be to blame, so some goal of the premise should not hold.")
            }
            Kind::Missing if would.is_empty() => {
                if let Goal::Not(inner) = check.formula.goal(check.conclusion) {
                    let inner = self.program().print_goal(&check.formula, *inner, notation);
                    return format!("A missing answer: {conclusion} should hold, so {inner} should not.");
                }
                let nothing = match explanation.missing {
                    Some(_) => "nothing less than itself was found that would let it through",
                    None => "nothing was found that may be assumed and would let it through",
                };
                format!("A missing answer: {conclusion} should hold; {nothing}.")
            }
            Kind::Missing => format!("A missing answer: {conclusion} should hold{would}."),
            Kind::Both => format!("Either {conclusion} should hold{would}, or some goal of the premise should not."),
            Kind::Neither => {
                "Nothing in it can be to blame: all that it calls is trusted, or the property itself is wrong.".into()
            }
        }
    }

    /// `; if bb([]) held, it would, by s2, s3`
    fn would(&self, explanation: &Explanation) -> String {
        let report = self.trees(self.property(explanation));
        // That it would hold if it held needs no saying.
        let missing = explanation.missing.as_ref().filter(|missing| !missing.abduced.trivial);
        let condition = missing.and_then(|missing| report.condition(&missing.tree, "it would"));
        condition.map_or(String::new(), |condition| format!("; {condition}"))
    }

    fn suspects(&self, text: &mut String) {
        let blame = self.blame;
        if blame.ranked.is_empty() {
            return text.push_str("There are no suspects.\n");
        }
        let failing = counted(blame.failing.len(), "counterexample");
        let passing = counted(blame.passing.len(), "passing case");
        text.push_str(&format!("Suspects, by {failing} and {passing}:\n"));
        let shown = self.shown();
        for number in 0..shown {
            text.push_str(&format!("\n{}", self.suspect(number)));
        }
        if blame.ranked.len() > shown {
            text.push_str(&format!("\n... and {} more, less likely\n", blame.ranked.len() - shown));
        }
        text.push_str(&format!("\n{}\n", self.assumes()));
        if blame.cut_off {
            text.push_str("The budget was used up before all changes were tried; a larger --budget may find more.\n");
        }
    }

    /// How many suspects are shown with their evidence: all of a small core, at least.
    pub fn shown(&self) -> usize {
        let core = self.blame.ranked.iter().filter(|one| one.core).count();
        SHOWN.max(core.min(SHOWN * 2)).min(self.blame.ranked.len())
    }

    /// The ranking without evidence, a line for each suspect that is shown.
    pub fn ranking(&self) -> String {
        let mut text: String = (0..self.shown()).map(|number| self.line(number)).collect();
        let more = self.blame.ranked.len() - self.shown();
        if more > 0 {
            text.push_str(&format!("... and {more} more, less likely\n"));
        }
        if self.blame.ranked.is_empty() {
            "There are no suspects.\n".into()
        } else {
            format!("{text}{}\n", self.assumes())
        }
    }

    /// `1. s2 (programs/grammar.pl:28)`
    fn line(&self, number: usize) -> String {
        let ranked = &self.blame.ranked;
        let one = &ranked[number];
        let ties = |other: Option<&Ranked>| other.is_some_and(|other| (other.score - one.score).abs() < 1e-9);
        let tie = ties(ranked.get(number + 1)) || number > 0 && ties(ranked.get(number - 1));
        let (who, place) = (self.who(one.suspect), self.place(self.span(one.suspect)));
        format!("{}. {who} ({place}{})\n", number + 1, if tie { ", tied" } else { "" })
    }

    /// A suspect by its place in the ranking, with the evidence and the first repair.
    pub fn suspect(&self, number: usize) -> String {
        let one = &self.blame.ranked[number];
        let mut text = self.line(number);
        if let Suspect::Clause(id) = one.suspect {
            let source = self.source(self.program().clause(id).span);
            source.lines().for_each(|line| text.push_str(&format!("       {line}\n")));
        }
        for evidence in self.evidence(one) {
            text.push_str(&format!("     {evidence}\n"));
        }
        if let Some(repair) = one.repairs.first() {
            text.push_str(&format!(
                "     a change that would make all checks pass up to their bounds ({}):\n",
                repair.words
            ));
            for line in self.change(&repair.change) {
                text.push_str(&format!("       {line}\n"));
            }
            let others = one.repairs.len() - 1;
            let more =
                if others > 0 { format!("; {} would, too", counted(others, "other change")) } else { String::new() };
            text.push_str(&format!("     {}{more}\n", verified(repair)));
        }
        text
    }

    /// The repairs of a suspect as diffs, each below what it is in words.
    pub fn diffs(&self, one: &Ranked) -> String {
        one.repairs.iter().map(|repair| format!("{}\n{}", repair.words, self.diff(&repair.change))).collect()
    }

    /// The atoms that an explanation assumes, with their text.
    pub fn assumed(&self, explanation: &Explanation) -> Vec<(String, Assumption)> {
        let report = self.trees(self.property(explanation));
        explanation.missing.as_ref().map(|missing| report.assumed(&missing.tree)).unwrap_or_default()
    }

    /// What speaks against a suspect, in words.
    pub fn evidence(&self, one: &Ranked) -> Vec<String> {
        let [wrong, missing, _] = one.counts;
        let (all, examined) = (self.blame.failing.len(), self.blame.examined);
        let mut lines = vec![];
        if wrong > 0 {
            lines.push(format!("in every proof of the premise of {wrong} of {}", counted(examined, "counterexample")));
        }
        if missing > 0 {
            let predicate = self.program().predicate_name(one.suspect.predicate(self.program()));
            lines.push(format!("an edit of {predicate} could let the conclusion through in {missing} of {examined}"));
        }
        if one.relaxable {
            lines.push("made more general by a single edit, it lets a conclusion through".into());
        }
        if let Suspect::Missing(predicate) = one.suspect
            && one.assumed
        {
            let count = self.blame.assumptions.iter().filter(|atom| atom.predicate == predicate).count();
            lines.push(format!("the least explanations assume it, {}", counted(count, "time")));
        }
        if one.later {
            let predicate = self.program().predicate_name(one.suspect.predicate(self.program()));
            lines.push(format!(
                "an earlier clause of {predicate} could be left out as well; later ones are likelier to be wrong"
            ));
        }
        if let Suspect::Clause(_) = one.suspect {
            let [failing, _] = one.spectrum.failing;
            let [passing, not] = one.spectrum.passing;
            lines.push(format!("used by {failing} of {all} failing and {passing} of {} passing cases", passing + not));
        }
        lines
    }

    /// What the core rests on.
    pub fn assumes(&self) -> String {
        let members: Vec<String> =
            self.blame.ranked.iter().filter(|one| one.core).map(|one| self.who(one.suspect)).collect();
        if self.level == Level::Verdict {
            return "Nobody looked for suspects.".into();
        }
        let conditions = "exactly one clause is wrong, what is trusted is right, and the properties are right";
        match members.as_slice() {
            [] => {
                let pair = |[one, other]: &[Suspect; 2]| format!("{} with {}", self.who(*one), self.who(*other));
                let pairs: Vec<String> = self.blame.pairs.iter().take(SHOWN).map(pair).collect();
                let pairs = if pairs.is_empty() { String::new() } else { format!(": perhaps {}", pairs.join(", or ")) };
                format!(
                    "No single suspect explains all counterexamples, so at least two clauses are wrong, or a property is{pairs}."
                )
            }
            [only] => format!("If {conditions}, it is {only}."),
            many => format!("If {conditions}, it is one of these: {}.", many.join(", ")),
        }
    }

    /// The name of a clause, or of what is missing.
    fn who(&self, suspect: Suspect) -> String {
        match suspect {
            Suspect::Clause(id) => self.program().clause_name(id),
            Suspect::Missing(id) => format!("a missing clause of {}", self.program().predicate_name(id)),
        }
    }

    fn span(&self, suspect: Suspect) -> Span {
        match suspect {
            Suspect::Clause(id) => self.program().clause(id).span,
            Suspect::Missing(id) => {
                let predicate = self.program().signature.predicate(id);
                let last = predicate.clauses.last().map(|id| self.program().clause(*id).span);
                last.or(predicate.span).unwrap_or(self.program().checks[0].span)
            }
        }
    }

    /// The same with what stands behind it in its last line: a declaration has its full stop there.
    fn to_end_of_line(&self, span: Span) -> Span {
        let text = &self.check.sources.file(span.file).text;
        let rest = &text[span.range.end as usize..];
        let behind = rest.find('\n').unwrap_or(rest.len());
        Range { end: span.range.end + behind as u32, ..span.range }.in_file(span.file)
    }

    fn place(&self, span: Span) -> String {
        format!("{}:{}", self.check.sources.file(span.file).path, self.check.sources.position(span).line)
    }

    fn source(&self, span: Span) -> &str {
        let text = &self.check.sources.file(span.file).text;
        &text[span.range.start as usize..span.range.end as usize]
    }

    fn print(&self, clause: &Clause) -> String {
        let notation = self.program().notation_of(clause.formula.file);
        self.program().print_clause(clause, notation).trim_end().to_owned()
    }

    /// The lines of a change, with a sign before each.
    fn change(&self, change: &Change) -> Vec<String> {
        let minus = |id: &ClauseId| {
            let source = self.source(self.program().clause(*id).span);
            source.lines().map(|line| format!("- {line}")).collect::<Vec<_>>()
        };
        let plus = |clause: &Clause| self.print(clause).lines().map(|line| format!("+ {line}")).collect::<Vec<_>>();
        match change {
            Change::Replace(id, _, clause) => minus(id).into_iter().chain(plus(clause)).collect(),
            Change::Delete(id) => minus(id),
            Change::Add(clause) => plus(clause),
        }
    }

    /// The text of the file that a change is made in, before and after, with the file.
    pub fn applied(&self, change: &Change) -> (Span, String) {
        let (span, new) = match change {
            Change::Replace(id, _, clause) => (self.program().clause(*id).span, self.print(clause)),
            Change::Delete(id) => (self.program().clause(*id).span, String::new()),
            Change::Add(clause) => {
                let span = self.span(Suspect::Missing(clause.predicate));
                let span = self.to_end_of_line(span);
                (span, format!("{}\n{}", self.source(span), self.print(clause)))
            }
        };
        (span, new)
    }

    /// A change as a diff that `patch` takes.
    fn diff(&self, change: &Change) -> String {
        let (span, new) = self.applied(change);
        let file = self.check.sources.file(span.file);
        let first = file.position(span.range.start).line as usize;
        let last = file.position(span.range.end.max(span.range.start + 1) - 1).line as usize;
        let old: Vec<&str> = file.text.lines().skip(first - 1).take(last + 1 - first).collect();
        let starts = file.text[..span.range.start as usize].rfind('\n').map_or(0, |at| at + 1);
        let rest = &file.text[span.range.end as usize..];
        let behind = rest.split('\n').next().unwrap_or_default();
        let new = format!("{}{new}{behind}", &file.text[starts..span.range.start as usize]);
        let new: Vec<&str> = if new.trim().is_empty() { vec![] } else { new.lines().collect() };
        let mut text = format!("--- a/{0}\n+++ b/{0}\n", file.path);
        let start = if new.is_empty() { first - 1 } else { first };
        text.push_str(&format!("@@ -{first},{} +{start},{} @@\n", old.len(), new.len()));
        old.iter().for_each(|line| text.push_str(&format!("-{line}\n")));
        new.iter().for_each(|line| text.push_str(&format!("+{line}\n")));
        text
    }

    /// The explanations for Graphviz.
    pub fn dot(&self) -> String {
        titled_dot(&self.pictures())
    }

    /// The explanations as SVG.
    pub fn svg(&self) -> String {
        titled_svg(&self.pictures())
    }

    /// The trees of all explanations; of one without, what is said of it.
    fn pictures(&self) -> Vec<Titled<'_>> {
        let pictures = |explanation| {
            let report = self.trees(self.property(explanation));
            let titled = |what: &str, tree| Titled { title: self.title(explanation, what), report, tree };
            let drawn = trees(explanation).map(|(what, tree)| titled(what, Some(self.pruned(explanation.check, tree))));
            let drawn: Vec<Titled> = drawn.collect();
            if drawn.is_empty() { vec![titled(&self.sentence(explanation), None)] } else { drawn }
        };
        self.explanations.iter().flat_map(pictures).collect()
    }

    /// `sound fails for W = [b], N1 = z, N2 = s(z). The premise holds`
    fn title(&self, explanation: &Explanation, what: &str) -> String {
        let check = self.property(explanation);
        let found = &explanation.counterexample;
        let values = self.check.texts(check, &found.formula, &found.bindings);
        let values: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let mut values = values.join(", ");
        if let Some((end, _)) = values.char_indices().nth(TITLE) {
            values.replace_range(end.., "...");
        }
        let given = if values.is_empty() { String::new() } else { format!(" for {values}") };
        format!("{} fails{given}. {what}", self.program().symbols.text(check.name))
    }

    /// All of it for programs.
    pub fn json(&self) -> String {
        let counterexamples = self.explanations.iter().map(|explanation| {
            let check = self.property(explanation);
            let found = &explanation.counterexample;
            let trees = self.trees(check);
            let missing = explanation.missing.as_ref().map(|missing| &missing.tree);
            let tree = missing.or(explanation.denied.as_ref()).or(explanation.wrong.as_ref());
            CounterexampleJson {
                property: self.program().symbols.text(check.name).to_owned(),
                bindings: self.check.texts(check, &found.formula, &found.bindings),
                kind: match explanation.kind {
                    Kind::Wrong => "wrong",
                    Kind::Missing => "missing",
                    Kind::Both => "both",
                    Kind::Neither => "neither",
                },
                sentence: self.sentence(explanation),
                tree: tree.map(|tree| trees.json(tree)),
                premise: explanation.wrong.as_ref().map(|tree| trees.json(tree)),
                assumptions: self.assumed(explanation).into_iter().map(|(atom, _)| atom).collect(),
            }
        });
        let suspects = self.blame.ranked.iter().map(|one| {
            let span = self.span(one.suspect);
            SuspectJson {
                clause: match one.suspect {
                    Suspect::Clause(id) => Some(self.program().clause_name(id)),
                    Suspect::Missing(_) => None,
                },
                predicate: self.program().predicate_name(one.suspect.predicate(self.program())),
                kind: if matches!(one.suspect, Suspect::Clause(_)) { "clause" } else { "missing" },
                file: self.check.sources.file(span.file).path.clone(),
                line: self.check.sources.position(span).line,
                core: one.core,
                score: one.score,
                evidence: self.evidence(one),
                repair: one.repairs.first().map(|repair| self.diff(&repair.change)),
                repairs: one.repairs.iter().map(|repair| self.diff(&repair.change)).collect(),
            }
        });
        super::json::pretty(&BlameJson {
            blame: env!("CARGO_PKG_VERSION"),
            counterexamples: counterexamples.collect(),
            doubt: self.doubt(),
            assumes: self.assumes(),
            suspects: suspects.collect(),
            cut_off: self.blame.cut_off,
        })
    }
}

/// The trees of an explanation, with what each shows.
fn trees(explanation: &Explanation) -> impl Iterator<Item = (&'static str, &Tree)> {
    let wrong = explanation.wrong.iter().map(|tree| ("The premise holds", tree));
    let denied = explanation.denied.iter().map(|tree| ("What the conclusion denies holds", tree));
    let missing = explanation.missing.iter().map(|missing| ("The conclusion would hold", &missing.tree));
    wrong.chain(denied).chain(missing)
}

/// `2 properties were checked to their bounds, 1 as far as the steps went`
fn verified(repair: &Repair) -> String {
    let [whole, partly] = repair.plausible.checked;
    let whole = match whole {
        1 => "1 property was checked to its bound".to_owned(),
        many => format!("{many} properties were checked to their bounds"),
    };
    let partly = if partly > 0 { format!(", {partly} as far as the steps went") } else { String::new() };
    format!("{whole}{partly}")
}

#[derive(Serialize)]
struct BlameJson {
    blame: &'static str,
    counterexamples: Vec<CounterexampleJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doubt: Option<&'static str>,
    assumes: String,
    suspects: Vec<SuspectJson>,
    cut_off: bool,
}

#[derive(Serialize)]
struct CounterexampleJson {
    property: String,
    bindings: crate::check::Bindings,
    kind: &'static str,
    sentence: String,
    tree: Option<TreeJson>,
    premise: Option<TreeJson>,
    assumptions: Vec<String>,
}

#[derive(Serialize)]
struct SuspectJson {
    clause: Option<String>,
    predicate: String,
    kind: &'static str,
    file: String,
    line: u32,
    core: bool,
    score: f64,
    evidence: Vec<String>,
    repair: Option<String>,
    repairs: Vec<String>,
}
