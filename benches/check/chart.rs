//! A plot as SVG: points or lines over a linear axis, against a logarithmic one.

use std::fmt::Write;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 560.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 96.0;

const PAPER: &str = "#fdfdfb";
const INK: &str = "#1f2933";
const FAINT: &str = "#5f6b7a";
const GRID: &str = "#dfe3e8";
const FINE_GRID: &str = "#f0f2f4";

/// What is drawn.
pub struct Chart {
    pub title: &'static str,
    pub x: Scale,
    pub y: Scale,
    pub series: Vec<Series>,
    /// Horizontal lines with their names.
    pub rules: Vec<(f64, String)>,
}

/// An axis.
pub struct Scale {
    label: &'static str,
    logarithmic: bool,
}

impl Scale {
    /// An axis of equal steps.
    pub fn linear(label: &'static str) -> Self {
        Self { label, logarithmic: false }
    }

    /// An axis of powers of ten.
    pub fn logarithmic(label: &'static str) -> Self {
        Self { label, logarithmic: true }
    }

    fn place(&self, value: f64) -> f64 {
        if self.logarithmic { value.log10() } else { value }
    }
}

/// How a point looks.
#[derive(Clone, Copy)]
pub enum Mark {
    Circle,
    Diamond,
    /// A triangle that points up: at least so much.
    Up,
}

/// Points that belong together.
pub struct Series {
    name: String,
    colour: &'static str,
    mark: Mark,
    joined: bool,
    pub points: Vec<(f64, f64)>,
}

impl Series {
    /// Points by themselves.
    pub fn dots(name: &str, colour: &'static str, mark: Mark, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), colour, mark, joined: false, points }
    }

    /// Points joined by a line.
    pub fn line(name: &str, colour: &'static str, mark: Mark, points: Vec<(f64, f64)>) -> Self {
        Self { joined: true, ..Self::dots(name, colour, mark, points) }
    }
}

/// The part of the plane that is shown, in places of the axes.
struct Window {
    x: (f64, f64),
    y: (f64, f64),
}

impl Window {
    fn across(&self, place: f64) -> f64 {
        LEFT + (place - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - LEFT - RIGHT)
    }

    fn down(&self, place: f64) -> f64 {
        HEIGHT - BOTTOM - (place - self.y.0) / (self.y.1 - self.y.0) * (HEIGHT - TOP - BOTTOM)
    }
}

impl Chart {
    /// The plot as the text of an SVG file.
    pub fn svg(&self) -> String {
        let window = self.window();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"{INK}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{PAPER}\"/>\n"
        );
        svg += &text(LEFT, 32.0, "start", "font-size=\"18\" font-weight=\"bold\"", self.title);
        svg += &self.vertical_axis(&window);
        svg += &self.horizontal_axis(&window);
        for (value, name) in &self.rules {
            svg += &self.rule(&window, *value, name);
        }
        self.series.iter().for_each(|series| svg += &self.drawn(&window, series));
        svg += &self.legend();
        svg + "</svg>\n"
    }

    /// Whole powers of ten from below the least value to above the greatest, and a little room to both sides.
    fn window(&self) -> Window {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let xs = points().map(|(x, _)| self.x.place(*x));
        let ys = points().map(|(_, y)| *y).chain(self.rules.iter().map(|(value, _)| *value));
        let (left, right) = range(xs);
        let (low, high) = range(ys.map(|y| self.y.place(y)));
        let room = ((right - left) * 0.03).max(0.5);
        Window { x: (left - room, right + room), y: (low.floor(), high.ceil().max(low.floor() + 1.0)) }
    }

    fn vertical_axis(&self, window: &Window) -> String {
        let mut svg = String::new();
        let mut power = window.y.0;
        while power <= window.y.1 {
            if power < window.y.1 {
                (2..10).for_each(|part| svg += &across(window.down(power + f64::from(part).log10()), FINE_GRID, ""));
            }
            let y = window.down(power);
            svg += &across(y, GRID, "");
            svg += &text(LEFT - 10.0, y + 4.5, "end", "", &power_of_ten(power));
            power += 1.0;
        }
        let middle = f64::midpoint(TOP, HEIGHT - BOTTOM);
        let turned = format!("fill=\"{FAINT}\" transform=\"rotate(-90 22 {middle})\"");
        svg + &text(22.0, middle, "middle", &turned, self.y.label)
    }

    fn horizontal_axis(&self, window: &Window) -> String {
        let bottom = HEIGHT - BOTTOM;
        let mut svg = across(bottom, INK, "");
        let step = step(window.x.1 - window.x.0);
        // Rounding up may give a negative zero, which would be written so.
        let mut value = (window.x.0 / step).ceil() * step + 0.0;
        while value <= window.x.1 {
            let x = window.across(value);
            writeln!(svg, "<path d=\"M{x:.1} {bottom}v5\" stroke=\"{INK}\"/>").expect("strings take all");
            svg += &text(x, bottom + 20.0, "middle", "", &value.to_string());
            value += step;
        }
        let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
        svg + &text(middle, bottom + 42.0, "middle", &format!("fill=\"{FAINT}\""), self.x.label)
    }

    fn rule(&self, window: &Window, value: f64, name: &str) -> String {
        let y = window.down(self.y.place(value));
        let words = text(WIDTH - RIGHT - 6.0, y - 6.0, "end", &format!("fill=\"{FAINT}\" font-style=\"italic\""), name);
        across(y, FAINT, "stroke-dasharray=\"6 4\"") + &words
    }

    fn drawn(&self, window: &Window, series: &Series) -> String {
        let places: Vec<(f64, f64)> = series
            .points
            .iter()
            .map(|(x, y)| (window.across(self.x.place(*x)), window.down(self.y.place(*y))))
            .collect();
        let mut svg = String::new();
        if series.joined {
            let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            let colour = series.colour;
            writeln!(svg, "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>", path.join("L"))
                .expect("strings take all");
        }
        places.iter().for_each(|(x, y)| svg += &marked(series, *x, *y));
        svg
    }

    fn legend(&self) -> String {
        let mut svg = String::new();
        let mut x = LEFT;
        let y = HEIGHT - 22.0;
        for series in &self.series {
            svg += &marked(series, x + 6.0, y - 4.5);
            svg += &text(x + 18.0, y, "start", "", &series.name);
            x += 18.0 + 7.2 * wide(&series.name) + 22.0;
        }
        svg
    }
}

#[allow(clippy::cast_precision_loss)]
fn wide(name: &str) -> f64 {
    name.chars().count() as f64
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)))
}

/// A step of 1, 2 or 5 times a power of ten that gives at most twenty places.
fn step(length: f64) -> f64 {
    let powers = (0..9).map(|power| 10f64.powi(power));
    let steps = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|part| part * power));
    steps.into_iter().find(|step| length / step <= 20.0).unwrap_or(length)
}

/// A power that is short in full is written so.
fn power_of_ten(power: f64) -> String {
    let text = match power as i32 {
        -3 => "0.001",
        -2 => "0.01",
        -1 => "0.1",
        0 => "1",
        1 => "10",
        2 => "100",
        3 => "1000",
        _ => return format!("10<tspan dy=\"-5\" font-size=\"10\">{power}</tspan>"),
    };
    text.into()
}

fn across(y: f64, colour: &str, more: &str) -> String {
    format!("<path d=\"M{LEFT} {y:.1}H{}\" stroke=\"{colour}\" {more}/>\n", WIDTH - RIGHT)
}

fn text(x: f64, y: f64, anchor: &str, more: &str, words: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" {more}>{words}</text>\n")
}

fn marked(series: &Series, x: f64, y: f64) -> String {
    let style = format!("fill=\"{}\" stroke=\"{PAPER}\" stroke-width=\"0.8\"", series.colour);
    match series.mark {
        Mark::Circle => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" {style}/>\n"),
        Mark::Diamond => format!("<path d=\"M{x:.1} {y:.1}m0 -5.4l5 5.4l-5 5.4l-5 -5.4z\" {style}/>\n"),
        Mark::Up => format!("<path d=\"M{x:.1} {y:.1}m0 -5l5 9h-10z\" {style}/>\n"),
    }
}
