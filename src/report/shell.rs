//! Commands that a user can copy.

/// A command line from its words, each in quotes if a shell would not leave it as it is.
pub fn command(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let words: Vec<_> = words.into_iter().map(|word| quoted(word.as_ref())).collect();
    words.join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=@%+,".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        // Within single quotes a shell reads everything as it stands, but for the quote itself.
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(command(["blame", "check", "a b.pl"]), "blame check 'a b.pl'");
        assert_eq!(command(["W = [b]", "", "x.pl"]), "'W = [b]' '' x.pl");
        assert_eq!(command(["G' = ['a']"]), r"'G'\'' = ['\''a'\'']'");
    }
}
