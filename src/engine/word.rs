//! The words that terms are made of in the machine's heap.
//!
//! A word is 32 bits: three for what it is, the rest for an address in the heap, a constant, or a small integer. A
//! variable is a cell that refers to itself. A list cell is two words without a functor; any other structure is its
//! functor and then its arguments. One kind is free for names; abstractions and suspended permutations will be structures
//! of functors of their own, so that programs without them never look for them.

use crate::program::builtin;
use crate::term::Functor;

/// A word of the heap, of a frame or of an argument register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Word(pub u32);

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Tag {
    /// The cell at an address; a cell that refers to itself is an unbound variable.
    Ref = 0,
    /// A list cell: head and tail at an address.
    List = 1,
    /// A structure: the functor at an address, its arguments behind it.
    Struct = 2,
    /// A constructor without arguments, a character, or a constant of an open type; also the functor of a structure.
    Atom = 3,
    /// An integer that fits.
    Int = 4,
    /// An integer that does not fit, by its place in the table of large ones.
    Big = 5,
    /// The content of a variable's cell for which goals wait, with the address of the first of them.
    Waited = 6,
    /// A name. The readers know names; the machine does not run them yet.
    Name = 7,
}

/// Atoms from here on are characters, by their codes.
const FIRST_CHAR: u32 = 1 << 27;
/// Atoms from here on are constants of open types, by their numbers.
const FIRST_CONSTANT: u32 = FIRST_CHAR + 0x11_0000;

/// What an atom stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atom {
    /// A constructor.
    Functor(Functor),
    /// A character.
    Char(char),
    /// The constant of this number, from 1.
    Constant(u32),
}

impl Word {
    /// The empty list.
    pub const NIL: Word = Word::functor(builtin::NIL);

    const fn new(tag: Tag, payload: u32) -> Word {
        Word(payload << 3 | tag as u32)
    }

    /// The cell at an address.
    #[inline]
    pub const fn reference(address: usize) -> Word {
        Word::new(Tag::Ref, address as u32)
    }

    /// The list cell at an address.
    #[inline]
    pub const fn list(address: usize) -> Word {
        Word::new(Tag::List, address as u32)
    }

    /// The structure at an address.
    #[inline]
    pub const fn structure(address: usize) -> Word {
        Word::new(Tag::Struct, address as u32)
    }

    /// The content of a cell that a goal at an address waits for.
    #[inline]
    pub const fn waited(address: usize) -> Word {
        Word::new(Tag::Waited, address as u32)
    }

    /// A large integer by its place.
    #[inline]
    pub const fn big(place: usize) -> Word {
        Word::new(Tag::Big, place as u32)
    }

    /// A constructor without arguments, or the functor of a structure.
    #[inline]
    pub const fn functor(functor: Functor) -> Word {
        Word::new(Tag::Atom, functor.0)
    }

    /// A character.
    pub const fn char(value: char) -> Word {
        Word::new(Tag::Atom, FIRST_CHAR + value as u32)
    }

    /// The constant of an open type with this number, from 1.
    pub const fn constant(number: u32) -> Word {
        Word::new(Tag::Atom, FIRST_CONSTANT + number)
    }

    /// An integer, if it fits.
    #[inline]
    pub fn int(value: i64) -> Option<Word> {
        const LIMIT: i64 = 1 << 28;
        (-LIMIT..LIMIT).contains(&value).then_some(Word((value as i32 as u32) << 3 | Tag::Int as u32))
    }

    /// What the word is.
    #[inline]
    pub fn tag(self) -> Tag {
        match self.0 & 7 {
            0 => Tag::Ref,
            1 => Tag::List,
            2 => Tag::Struct,
            3 => Tag::Atom,
            4 => Tag::Int,
            5 => Tag::Big,
            6 => Tag::Waited,
            _ => Tag::Name,
        }
    }

    /// Whether it is a reference.
    #[inline]
    pub fn is_ref(self) -> bool {
        self.0 & 7 == Tag::Ref as u32
    }

    /// The address or place in it.
    #[inline]
    pub fn address(self) -> usize {
        (self.0 >> 3) as usize
    }

    /// The functor in it.
    #[inline]
    pub fn as_functor(self) -> Functor {
        Functor(self.0 >> 3)
    }

    /// The integer in it.
    #[inline]
    pub fn as_int(self) -> i64 {
        i64::from(self.0 as i32 >> 3)
    }

    /// What it stands for as an atom.
    pub fn as_atom(self) -> Atom {
        let payload = self.0 >> 3;
        if payload >= FIRST_CONSTANT {
            Atom::Constant(payload - FIRST_CONSTANT)
        } else if payload >= FIRST_CHAR {
            Atom::Char(char::from_u32(payload - FIRST_CHAR).expect("characters are made from characters"))
        } else {
            Atom::Functor(Functor(payload))
        }
    }
}

impl std::fmt::Debug for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}:{}", self.tag(), self.0 >> 3)
    }
}
