//! Faulty versions of programs, made by changing the text of one clause.

/// Mutants of a Prolog or αProlog text: a goal is left out, or one variable of a clause stands for another.
pub fn mutants(text: &str) -> Vec<String> {
    let mut mutants = vec![];
    for (start, end) in clauses(text) {
        let clause = &text[start..end];
        let changed = without_goals(clause).into_iter().chain(with_other_variables(clause));
        mutants.extend(changed.map(|clause| format!("{}{clause}{}", &text[..start], &text[end..])));
    }
    mutants
}

/// Where clauses stand: they begin a line and end with a full stop at the end of one.
fn clauses(text: &str) -> Vec<(usize, usize)> {
    let mut found = vec![];
    let mut start = 0;
    for part in text.split_inclusive(".\n") {
        let end = start + part.len();
        let lines = part.lines().rev().take_while(|line| !line.is_empty() && !line.starts_with('%'));
        let length: usize = lines.map(|line| line.len() + 1).sum();
        let begin = end - length;
        let clause = &text[begin..end];
        let plain = clause.starts_with(|c: char| c.is_lowercase()) && !clause.contains(['%', '"', '\'']);
        let declares = [" : ", "pred ", "func ", "type "].iter().any(|word| clause.contains(word));
        if plain && !declares {
            found.push((begin, end));
        }
        start = end;
    }
    found
}

/// The places of the commas outside all brackets.
fn commas(body: &str) -> Vec<usize> {
    let mut depth = 0;
    let mut found = vec![];
    for (place, c) in body.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => found.push(place),
            _ => {}
        }
    }
    found
}

fn without_goals(clause: &str) -> Vec<String> {
    let Some((head, body)) = clause.trim_end().trim_end_matches('.').split_once(":-") else { return vec![] };
    let mut ends = commas(body);
    ends.push(body.len());
    let starts = std::iter::once(0).chain(ends.iter().map(|end| end + 1));
    let goals: Vec<_> = starts.zip(&ends).map(|(start, end)| body[start..*end].trim()).collect();
    let left = |out: usize| {
        let left: Vec<_> = goals.iter().enumerate().filter(|(n, _)| *n != out).map(|(_, goal)| *goal).collect();
        if left.is_empty() {
            format!("{}.\n", head.trim())
        } else {
            format!("{} :- {}.\n", head.trim(), left.join(", "))
        }
    };
    (0..goals.len()).map(left).collect()
}

/// The first occurrence of each variable becomes the next variable.
fn with_other_variables(clause: &str) -> Vec<String> {
    let mut words: Vec<(usize, &str)> = vec![];
    let mut start = 0;
    for word in clause.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_') {
        let name = word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
        if name.starts_with(|c: char| c.is_uppercase()) && words.iter().all(|(_, other)| *other != name) {
            words.push((start, name));
        }
        start += word.len();
    }
    let changed = words.windows(2).map(|pair| {
        let [(place, name), (_, other)] = pair else { unreachable!("windows of two") };
        format!("{}{other}{}", &clause[..*place], &clause[place + name.len()..])
    });
    changed.collect()
}

/// At most so many of them, spread evenly.
pub fn some<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step).collect()
}
