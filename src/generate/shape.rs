//! Closed types, each with its constructors at hand: what values are built by.
//!
//! A type expression is turned into a [`Shape`] once; from then on a value's parts are found by index, without
//! substituting parameters. The size of a value is the number of its constructors. An integer counts for its place in 0,
//! 1, -1, 2, -2, ..., a character for its place in the order of [`char_at`], the n-th constant of an open type for n; so
//! there are finitely many values of each size.
//!
//! A type whose parts are ever larger instances of itself, as in `type t(A) ---> e ; c(A, t(list(A)))`, has shapes
//! without end. What one type may add is capped; what lies beyond has no values, and [`Shapes::is_cut`] says so.

use crate::program::{PredId, Program, ProgramItem, Type, TypeId, TypeKind, TypeRef, Types, builtin};
use crate::term::Functor;
use rustc_hash::FxHashMap;

/// How many shapes one type may add. A program that a person wrote has a few hundred; the parts of a type without end
/// are met in the order of their depth, so that what is cut stands deep in large values.
const MOST_SHAPES: usize = 10_000;

/// A closed type of a [`Shapes`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShapeId(pub u32);

/// How values of a type are built.
#[derive(Clone, Debug)]
pub enum Values {
    /// Integers.
    Int,
    /// Characters.
    Char,
    /// The constants c1, c2, ... that stand for the values of a type variable.
    Constants,
    /// Constructors, those with the smallest values first, else in the order of their declaration.
    Data(Vec<Constructor>),
    /// The values of another shape that satisfy a predicate.
    Refined(ShapeId, PredId),
    /// Names, abstractions, and types that nothing is known about.
    Opaque,
}

/// One way to build a value.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// The constructor.
    pub functor: Functor,
    /// The shapes of its arguments.
    pub args: Vec<ShapeId>,
    /// The size of the smallest value that it builds; `None` if there is none.
    pub least: Option<u32>,
}

/// A closed type.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The type.
    pub ty: TypeRef,
    /// Its values.
    pub values: Values,
    /// The size of its smallest value; `None` if it has none.
    pub least: Option<u32>,
    /// The predicate that the program names as the generator of the type.
    pub generator: Option<PredId>,
}

/// The closed types that are in use.
#[derive(Clone, Debug)]
pub struct Shapes {
    /// The program's type expressions, and those that closing them made.
    pub types: Types,
    all: Vec<Shape>,
    ids: FxHashMap<TypeRef, ShapeId>,
    generators: FxHashMap<TypeRef, PredId>,
    /// What stands for the types beyond the cap, once there are such.
    cut: Option<ShapeId>,
    /// The number of shapes at which the type that is being added is cut.
    limit: usize,
}

impl Shapes {
    /// No shapes yet, over the types of a program.
    pub fn new(program: &Program) -> Shapes {
        let generators = program.items.iter().filter_map(|(_, item)| match item {
            ProgramItem::Generator(ty, predicate) => Some((*ty, *predicate)),
            _ => None,
        });
        Shapes {
            types: program.signature.types.clone(),
            all: vec![],
            ids: FxHashMap::default(),
            generators: generators.collect(),
            cut: None,
            limit: 0,
        }
    }

    /// The shape of an id.
    pub fn get(&self, id: ShapeId) -> &Shape {
        &self.all[id.0 as usize]
    }

    /// How many shapes there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether some type had more parts than are kept: it has values that none of these shapes has.
    pub fn is_cut(&self) -> bool {
        self.cut.is_some()
    }

    /// The shape that a refined one is taken from, however many times it is refined; any other shape itself.
    pub fn base(&self, id: ShapeId) -> ShapeId {
        let mut base = id;
        // A shape that refines nothing but itself has no values; the steps are counted so that it ends here, too.
        for _ in 0..self.all.len() {
            match self.get(base).values {
                Values::Refined(next, _) => base = next,
                _ => break,
            }
        }
        base
    }

    /// The constructors of a shape, or of what it refines; none if its values are not built by constructors.
    pub fn constructors(&self, id: ShapeId) -> &[Constructor] {
        match &self.get(self.base(id)).values {
            Values::Data(constructors) => constructors,
            _ => &[],
        }
    }

    /// Whether a shape has no values at all: none that could be listed, and none that cannot.
    pub fn has_no_values(&self, id: ShapeId) -> bool {
        let mut todo = vec![id];
        let mut seen = vec![false; self.all.len()];
        while let Some(id) = todo.pop() {
            if std::mem::replace(&mut seen[id.0 as usize], true) {
                continue;
            }
            match &self.get(id).values {
                Values::Opaque => return false,
                Values::Refined(base, _) => todo.push(*base),
                Values::Data(constructors) => {
                    constructors.iter().for_each(|constructor| todo.extend(&constructor.args));
                }
                Values::Int | Values::Char | Values::Constants => {}
            }
        }
        self.get(id).least.is_none()
    }

    /// The shape of a type, with those of all parts of its values. A type variable has the constants as its values.
    pub fn add(&mut self, program: &Program, ty: TypeRef) -> ShapeId {
        if let Some(id) = self.ids.get(&ty) {
            return *id;
        }
        let first = self.all.len();
        self.limit = first + MOST_SHAPES;
        let id = self.reserve(ty);
        let mut next = first;
        while next < self.all.len() {
            self.fill(program, ShapeId(next as u32));
            next += 1;
        }
        self.measure(first);
        id
    }

    fn reserve(&mut self, ty: TypeRef) -> ShapeId {
        if let Some(id) = self.ids.get(&ty) {
            return *id;
        }
        if self.all.len() >= self.limit {
            return self.cut_off();
        }
        let id = ShapeId(self.all.len() as u32);
        let generator = self.generators.get(&ty).copied();
        self.all.push(Shape { ty, values: Values::Opaque, least: None, generator });
        self.ids.insert(ty, id);
        id
    }

    /// The one shape of all types that are cut. They are not entered under their own names: added by itself, such a type
    /// has room again.
    fn cut_off(&mut self) -> ShapeId {
        if let Some(id) = self.cut {
            return id;
        }
        let id = ShapeId(self.all.len() as u32);
        let ty = self.types.app(TypeId::UNKNOWN, &[]);
        self.all.push(Shape { ty, values: Values::Opaque, least: None, generator: None });
        self.cut = Some(id);
        id
    }

    fn fill(&mut self, program: &Program, id: ShapeId) {
        let (type_id, params) = match self.types.get(self.get(id).ty) {
            Type::Var(_) => {
                self.all[id.0 as usize].values = Values::Constants;
                return;
            }
            Type::App(type_id, params) => (*type_id, params.clone()),
        };
        let values = match type_id {
            TypeId::INT => Values::Int,
            TypeId::CHAR => Values::Char,
            TypeId::BOOL => self.data(program, &[builtin::TRUE, builtin::FALSE], &params),
            TypeId::LIST => self.data(program, &[builtin::NIL, builtin::CONS], &params),
            TypeId::PAIR => self.data(program, &[builtin::PAIR], &params),
            TypeId::UNIT => self.data(program, &[builtin::UNIT], &params),
            TypeId::ABSTRACTION | TypeId::UNKNOWN => Values::Opaque,
            _ => match &program.signature.type_defs[type_id.0 as usize].kind {
                TypeKind::Data(constructors) => self.data(program, constructors, &params),
                TypeKind::Refined(base, predicate) => {
                    let base = self.types.substitute(*base, &params);
                    let base = self.reserve(base);
                    predicate.map_or(Values::Opaque, |predicate| Values::Refined(base, predicate))
                }
                TypeKind::Name | TypeKind::Builtin => Values::Opaque,
            },
        };
        self.all[id.0 as usize].values = values;
    }

    fn data(&mut self, program: &Program, functors: &[Functor], params: &[TypeRef]) -> Values {
        let constructor = |functor: &Functor| {
            let args = &program.signature.functor(*functor).args;
            let args: Vec<_> = args.iter().map(|arg| self.types.substitute(*arg, params)).collect();
            let args = args.into_iter().map(|arg| self.reserve(arg)).collect();
            Constructor { functor: *functor, args, least: None }
        };
        Values::Data(functors.iter().map(constructor).collect())
    }

    /// Finds the smallest sizes of the shapes from `first` on, as the least solution of the equations between them.
    fn measure(&mut self, first: usize) {
        let mut changed = true;
        while changed {
            changed = false;
            // Parts mostly stand behind what they are parts of: from the end, one pass nearly does it.
            for place in (first..self.all.len()).rev() {
                let least = match &self.all[place].values {
                    Values::Int | Values::Char | Values::Constants => Some(1),
                    Values::Data(constructors) => {
                        constructors.iter().filter_map(|constructor| self.least_of(constructor)).min()
                    }
                    Values::Refined(base, _) => self.get(*base).least,
                    Values::Opaque => None,
                };
                if least != self.all[place].least {
                    self.all[place].least = least;
                    changed = true;
                }
            }
        }
        for place in first..self.all.len() {
            let Values::Data(mut constructors) = self.all[place].values.clone() else { continue };
            for constructor in &mut constructors {
                constructor.least = self.least_of(constructor);
            }
            constructors.sort_by_key(|constructor| constructor.least.unwrap_or(u32::MAX));
            self.all[place].values = Values::Data(constructors);
        }
    }

    fn least_of(&self, constructor: &Constructor) -> Option<u32> {
        constructor.args.iter().try_fold(1u32, |sum, arg| Some(sum.saturating_add(self.get(*arg).least?)))
    }
}

/// The integer at a place, from 0: 0, 1, -1, 2, -2, ...
pub fn int_at(place: u32) -> i64 {
    let half = i64::from(place).midpoint(1);
    if place % 2 == 1 { half } else { -half }
}

/// The place of an integer in that order.
pub fn place_of_int(value: i64) -> u64 {
    if value > 0 { value.unsigned_abs() * 2 - 1 } else { value.unsigned_abs() * 2 }
}

/// What stands before all other characters.
const FIRST_CHARS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ";

/// How many characters there are: all codes but the surrogates.
pub const CHAR_COUNT: u32 = 0x11_0000 - 0x800;

/// The character at a place, from 0: letters, capitals, digits and the space, then all others by their codes.
pub fn char_at(place: u32) -> Option<char> {
    if let Some(byte) = FIRST_CHARS.as_bytes().get(place as usize) {
        return Some(char::from(*byte));
    }
    if place >= CHAR_COUNT {
        return None;
    }
    // The place among the others is the code, less the first characters and surrogates below it.
    let mut first: Vec<_> = FIRST_CHARS.bytes().map(u32::from).collect();
    first.sort_unstable();
    let mut code = place - FIRST_CHARS.len() as u32;
    for c in first {
        code += u32::from(c <= code);
    }
    if code >= 0xD800 {
        code += 0x800;
    }
    char::from_u32(code)
}

/// The place of a character in that order.
pub fn place_of_char(value: char) -> u32 {
    if let Some(place) = FIRST_CHARS.find(value) {
        return place as u32;
    }
    let code = u32::from(value);
    let first = FIRST_CHARS.bytes().filter(|c| u32::from(*c) > code).count() as u32;
    let surrogates = if code >= 0xE000 { 0x800 } else { 0 };
    code + first - surrogates
}
