//! Tokens of both notations, read with nom one at a time.
//!
//! The lexer never fails: what it cannot read becomes a [`Tok::Bad`] with a sentence, and reading goes on behind it.

use super::Notation;
use crate::source::Range;
use crate::term::{Symbol, Symbols};
use dashu_int::IBig;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_until, take_while, take_while1};
use nom::character::complete::{anychar, char, one_of, satisfy};
use nom::combinator::{map, opt, peek, recognize, value};
use nom::multi::many0_count;
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{IResult, Parser};

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub enum Tok {
    /// A name: an identifier that starts in lower case, or symbol characters.
    Atom(Symbol),
    /// A quoted name, which is never an operator with a special meaning for the parser.
    Quoted(Symbol),
    /// An identifier that starts with a capital or `_`.
    Var(Symbol),
    /// An integer.
    Int(IBig),
    /// A character of αProlog, `'c'`.
    Char(char),
    /// A string.
    Str(Symbol),
    /// `(`
    Open,
    /// `(` directly behind a name, in Prolog.
    OpenCall,
    /// `)`
    Close,
    /// `[`
    OpenList,
    /// `]`
    CloseList,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `,`
    Comma,
    /// `|`
    Bar,
    /// The full stop.
    End,
    /// The end of the text.
    Eof,
    /// What is no token, with the reason.
    Bad(String),
}

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// What it is.
    pub tok: Tok,
    /// Where it stands.
    pub range: Range,
    /// Whether space or a comment stands before it.
    pub spaced: bool,
    /// Whether it is the first character of its line.
    pub starts_line: bool,
}

/// What a lexical rule reads, before names are interned.
#[derive(Clone)]
enum Raw<'a> {
    Name(&'a str),
    Var(&'a str),
    Quoted(String),
    Text(String),
    Tok(Tok),
}

const SYMBOL_CHARS: &str = "+-*/\\^<>=~:.?@#&$";
const APL_SYMBOL_CHARS: &str = "|*+<>=-&^$#@!~?\\";

fn is_alnum(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Reads the next token of `text` from byte `at`, after the space and comments before it; says also where to go on.
pub fn next_token(
    text: &str,
    at: usize,
    notation: Notation,
    symbols: &mut Symbols,
    after_operand: bool,
) -> (Token, usize) {
    let (start, comment_error) = skip_space(text, at, notation);
    let spaced = start > at;
    let starts_line = start == 0 || text.as_bytes()[start - 1] == b'\n';
    let token =
        |tok, end: usize| (Token { tok, range: Range::new(start as u32, end as u32), spaced, starts_line }, end);
    if let Some(error) = comment_error {
        // Nothing behind it can be told from the comment.
        return (token(Tok::Bad(error), start + 2).0, text.len());
    }
    let input = &text[start..];
    if input.is_empty() {
        return token(Tok::Eof, start);
    }
    let result = match notation {
        Notation::Prolog => prolog_token(input, spaced),
        Notation::AlphaProlog => aprolog_token(input, after_operand && !spaced),
    };
    let Ok((rest, raw)) = result else {
        let c = input.chars().next().expect("the input is not empty");
        return token(Tok::Bad(format!("unexpected character {c:?}")), start + c.len_utf8());
    };
    let tok = match raw {
        Raw::Name(name) => Tok::Atom(symbols.intern(name)),
        Raw::Var(name) => Tok::Var(symbols.intern(name)),
        Raw::Quoted(name) => Tok::Quoted(symbols.intern(&name)),
        Raw::Text(text) => Tok::Str(symbols.intern(&text)),
        Raw::Tok(tok) => tok,
    };
    token(tok, text.len() - rest.len())
}

/// The place behind space and comments, and what is wrong with a comment that never ends.
fn skip_space(text: &str, at: usize, notation: Notation) -> (usize, Option<String>) {
    let mut rest = &text[at..];
    loop {
        let trimmed = rest.trim_start();
        let skipped: IResult<&str, &str> = match notation {
            _ if trimmed.starts_with('%') => recognize(pair(char('%'), take_while(|c| c != '\n'))).parse(trimmed),
            _ if trimmed.starts_with("/*") => recognize((tag("/*"), take_until("*/"), tag("*/"))).parse(trimmed),
            Notation::AlphaProlog if trimmed.starts_with("(*") && paren_operator(trimmed).is_err() => {
                nested_comment(trimmed)
            }
            _ => return (text.len() - trimmed.len(), None),
        };
        match skipped {
            Ok((behind, _)) => rest = behind,
            Err(_) => return (text.len() - trimmed.len(), Some("this comment never ends".into())),
        }
    }
}

/// `(* ... (* ... *) ... *)`
fn nested_comment(input: &str) -> IResult<&str, &str> {
    let mut depth = 0usize;
    let mut rest = input;
    loop {
        let (behind, step) = alt((value(1isize, tag("(*")), value(-1, tag("*)")), value(0, anychar))).parse(rest)?;
        rest = behind;
        depth = depth.checked_add_signed(step).expect("a close is read only inside a comment");
        if depth == 0 {
            return Ok((rest, &input[..input.len() - rest.len()]));
        }
    }
}

fn prolog_token(input: &str, spaced: bool) -> IResult<&str, Raw<'_>> {
    alt((
        prolog_number,
        map(prolog_identifier, Raw::Name),
        map(variable, Raw::Var),
        |i| quoted(i, '\'', true, Raw::Quoted),
        |i| quoted(i, '"', true, Raw::Text),
        |i| quoted(i, '`', true, |_| Raw::Tok(Tok::Bad("back-quoted strings are not read here".into()))),
        map(recognize(one_of("!;")), Raw::Name),
        |i| punctuation(i, spaced),
        map(end, |()| Raw::Tok(Tok::End)),
        map(take_while1(|c| SYMBOL_CHARS.contains(c)), |name| match name {
            "." => Raw::Tok(Tok::Bad("a full stop needs space behind it".into())),
            _ => Raw::Name(name),
        }),
    ))
    .parse(input)
}

/// A full stop: a dot before space, a comment or the end.
fn end(input: &str) -> IResult<&str, ()> {
    let behind = alt((value((), nom::combinator::eof), value((), satisfy(|c| c.is_whitespace() || c == '%'))));
    value((), terminated(char('.'), peek(behind))).parse(input)
}

fn punctuation(input: &str, spaced: bool) -> IResult<&str, Raw<'_>> {
    let (rest, c) = one_of("()[]{},|").parse(input)?;
    let tok = match c {
        '(' if !spaced => Tok::OpenCall,
        '|' if rest.starts_with('|') => return Ok((&rest[1..], Raw::Name("||"))),
        '|' => Tok::Bar,
        _ => bracket(c),
    };
    Ok((rest, Raw::Tok(tok)))
}

/// The token of a bracket or comma.
fn bracket(c: char) -> Tok {
    match c {
        '(' => Tok::Open,
        ')' => Tok::Close,
        '[' => Tok::OpenList,
        ']' => Tok::CloseList,
        '{' => Tok::OpenBrace,
        '}' => Tok::CloseBrace,
        _ => Tok::Comma,
    }
}

fn prolog_identifier(input: &str) -> IResult<&str, &str> {
    let lower = satisfy(|c: char| c.is_alphabetic() && !c.is_uppercase());
    recognize(pair(lower, take_while(is_alnum))).parse(input)
}

fn variable(input: &str) -> IResult<&str, &str> {
    recognize(pair(satisfy(|c| c.is_uppercase() || c == '_'), take_while(is_alnum))).parse(input)
}

fn prolog_number(input: &str) -> IResult<&str, Raw<'_>> {
    alt((character_code, based_number, plain_number)).parse(input)
}

/// `0'c`
fn character_code(input: &str) -> IResult<&str, Raw<'_>> {
    let (rest, ()) = value((), tag("0'")).parse(input)?;
    let (rest, code) =
        alt((value(Some('\''), tag("''")), preceded(char('\\'), escape), map(satisfy(|c| c != '\''), Some)))
            .parse(rest)?;
    let tok = code.map_or(Tok::Bad("unknown escape in a character".into()), |c| Tok::Int(u32::from(c).into()));
    Ok((rest, Raw::Tok(tok)))
}

/// `0xFF`, `0o17`, `0b101`
fn based_number(input: &str) -> IResult<&str, Raw<'_>> {
    let mut base = alt((value(16u32, tag("0x")), value(8, tag("0o")), value(2, tag("0b"))));
    let (rest, base) = base.parse(input)?;
    let (rest, digits) = take_while1(move |c: char| c.is_digit(base)).parse(rest)?;
    Ok((rest, Raw::Tok(number(digits, base))))
}

fn plain_number(input: &str) -> IResult<&str, Raw<'_>> {
    let (rest, digits) = take_while1(|c: char| c.is_ascii_digit()).parse(input)?;
    let fraction: IResult<&str, _> =
        recognize(preceded(char('.'), take_while1(|c: char| c.is_ascii_digit()))).parse(rest);
    if let Ok((rest, _)) = fraction {
        return Ok((rest, Raw::Tok(Tok::Bad("fractions are not read here: numbers are integers".into()))));
    }
    Ok((rest, Raw::Tok(number(digits, 10))))
}

fn number(digits: &str, base: u32) -> Tok {
    match IBig::from_str_radix(digits, base) {
        Ok(number) => Tok::Int(number),
        Err(_) => Tok::Bad("this number cannot be read".into()),
    }
}

/// The character of an escape sequence behind its backslash; `None` for one that is not known.
fn escape(input: &str) -> IResult<&str, Option<char>> {
    let hex = |n| {
        move |i| {
            let digits = nom::bytes::complete::take_while_m_n(n, n, |c: char| c.is_ascii_hexdigit());
            map(digits, |d| u32::from_str_radix(d, 16).ok().and_then(char::from_u32)).parse(i)
        }
    };
    let coded = |base: u32| {
        move |i| {
            let digits = take_while1(move |c: char| c.is_digit(base));
            map(terminated(digits, opt(char('\\'))), move |d| {
                u32::from_str_radix(d, base).ok().and_then(char::from_u32)
            })
            .parse(i)
        }
    };
    alt((
        preceded(char('x'), coded(16)),
        preceded(char('u'), hex(4)),
        preceded(char('U'), hex(8)),
        coded(8),
        map(anychar, |c| {
            Some(match c {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'a' => '\u{7}',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'v' => '\u{b}',
                'e' => '\u{1b}',
                's' => ' ',
                '\\' | '\'' | '"' | '`' => c,
                _ => return None,
            })
        }),
    ))
    .parse(input)
}

/// A quoted text. One that does not end on its line is reported, and reading goes on in the next line.
fn quoted<'a>(
    input: &'a str,
    quote: char,
    doubled: bool,
    make: impl Fn(String) -> Raw<'a>,
) -> IResult<&'a str, Raw<'a>> {
    let (mut rest, _) = char(quote).parse(input)?;
    let mut text = String::new();
    let mut problem = None;
    while let Some(c) = rest.chars().next() {
        let behind = &rest[c.len_utf8()..];
        match c {
            _ if c == quote && doubled && behind.starts_with(quote) => {
                text.push(quote);
                rest = &behind[quote.len_utf8()..];
            }
            _ if c == quote => {
                return Ok((behind, problem.map_or_else(|| make(text), |p| Raw::Tok(Tok::Bad(p)))));
            }
            '\n' => break,
            '\\' if behind.starts_with('\n') => rest = &behind[1..],
            '\\' if behind.is_empty() => rest = behind,
            '\\' => {
                let (after, character) = escape(behind)?;
                match character {
                    Some(character) => text.push(character),
                    None => {
                        problem = Some(format!("unknown escape \\{} in quotes", behind.chars().next().unwrap_or(' ')));
                    }
                }
                rest = after;
            }
            _ => {
                text.push(c);
                rest = behind;
            }
        }
    }
    Ok((rest, Raw::Tok(Tok::Bad(format!("this {quote} has no partner on its line")))))
}

fn aprolog_token(input: &str, touches_operand: bool) -> IResult<&str, Raw<'_>> {
    alt((
        plain_number,
        |i| negative_number(i, touches_operand),
        aprolog_identifier,
        character,
        |i| quoted(i, '"', false, Raw::Text),
        |i| quoted(i, '`', false, Raw::Quoted),
        map(paren_operator, |name| Raw::Quoted(name.to_owned())),
        aprolog_punctuation,
        map(alt((tag("=:="), tag("=\\="))), Raw::Name),
        map(alt((tag(":-"), tag("::"), tag(":"), tag(";"), tag("/"))), Raw::Name),
        map(take_while1(|c| APL_SYMBOL_CHARS.contains(c)), |s| match s {
            "|" => Raw::Tok(Tok::Bar),
            _ => Raw::Name(s),
        }),
    ))
    .parse(input)
}

/// `-1`. DIVERGENCE: αProlog reads `N-1` as `N` applied to `-1`, which is never meant: where an operand ends right before the sign,
/// it is a minus.
fn negative_number(input: &str, touches_operand: bool) -> IResult<&str, Raw<'_>> {
    let mut digits = recognize(pair(char('-'), take_while1(|c: char| c.is_ascii_digit())));
    let (rest, text) = digits.parse(input)?;
    if touches_operand {
        return nom::combinator::fail().parse(input);
    }
    Ok((rest, Raw::Tok(number(text, 10))))
}

/// `f`, `T1'`, `List.append`, `List.++`
fn aprolog_identifier(input: &str) -> IResult<&str, Raw<'_>> {
    let part = |i| {
        recognize(pair(satisfy(|c| c.is_alphabetic() || c == '_'), take_while(|c| is_alnum(c) || c == '\''))).parse(i)
    };
    let symbolic = take_while1(|c| APL_SYMBOL_CHARS.contains(c));
    let (rest, text) = recognize(pair(part, many0_count(preceded(char('.'), alt((part, symbolic)))))).parse(input)?;
    let base = text.rsplit('.').next().unwrap_or(text);
    let capital = !text.contains('.') && base.starts_with(|c: char| c.is_uppercase() || c == '_');
    Ok((rest, if capital { Raw::Var(text) } else { Raw::Name(text) }))
}

/// `'c'`
fn character(input: &str) -> IResult<&str, Raw<'_>> {
    let inside = alt((preceded(char('\\'), escape), map(satisfy(|c| c != '\n'), Some)));
    let (rest, c) = delimited(char('\''), inside, char('\'')).parse(input)?;
    Ok((rest, Raw::Tok(c.map_or(Tok::Bad("unknown escape in a character".into()), Tok::Char))))
}

/// `(+)`: an operator used as a name.
fn paren_operator(input: &str) -> IResult<&str, &str> {
    delimited(char('('), take_while1(|c| APL_SYMBOL_CHARS.contains(c)), char(')')).parse(input)
}

fn aprolog_punctuation(input: &str) -> IResult<&str, Raw<'_>> {
    let (rest, c) = one_of("()[]{},.").parse(input)?;
    Ok((rest, Raw::Tok(if c == '.' { Tok::End } else { bracket(c) })))
}

/// Whether a character runs together with others into a name of symbols, in Prolog.
pub fn is_symbol_char(c: char) -> bool {
    SYMBOL_CHARS.contains(c)
}

/// Whether a text is a name that Prolog reads without quotes.
pub fn is_plain_atom(text: &str) -> bool {
    let whole = |result: IResult<&str, &str>| matches!(result, Ok(("", _)));
    matches!(text, "[]" | "!" | ";" | "{}")
        || whole(prolog_identifier(text))
        || whole(take_while1(|c| SYMBOL_CHARS.contains(c)).parse(text)) && text != "." && !text.starts_with("/*")
}

/// Whether a text is an identifier of αProlog; symbols are operators or stand in parentheses.
pub fn is_plain_identifier(text: &str) -> bool {
    matches!(aprolog_identifier(text), Ok(("", _)))
}

/// Whether a text is made of the symbol characters of αProlog.
pub fn is_apl_symbol(text: &str) -> bool {
    let whole: IResult<&str, usize> = many0_count(one_of(APL_SYMBOL_CHARS)).parse(text);
    !text.is_empty() && matches!(whole, Ok(("", _)))
}
