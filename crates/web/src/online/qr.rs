//! QR codes: a text as squares that a camera reads. ISO/IEC 18004, bytes only, error correction M, versions 1 to 10.

/// The most bytes that fit: version 10 with error correction M.
pub const MOST_BYTES: usize = 213;

/// How the codewords of a version are parted: error correction codewords a block, then blocks and their data codewords.
struct Blocks {
    correction: usize,
    groups: [(usize, usize); 2],
}

const fn blocks(correction: usize, first: (usize, usize), second: (usize, usize)) -> Blocks {
    Blocks {
        correction,
        groups: [first, second],
    }
}

/// Versions 1 to 10 with error correction M (table 9 of the standard).
const BLOCKS: [Blocks; 10] = [
    blocks(10, (1, 16), (0, 0)),
    blocks(16, (1, 28), (0, 0)),
    blocks(26, (1, 44), (0, 0)),
    blocks(18, (2, 32), (0, 0)),
    blocks(24, (2, 43), (0, 0)),
    blocks(16, (4, 27), (0, 0)),
    blocks(18, (4, 31), (0, 0)),
    blocks(22, (2, 38), (2, 39)),
    blocks(22, (3, 36), (2, 37)),
    blocks(26, (4, 43), (1, 44)),
];

/// Where alignment patterns stand, beside row and column 6 (table E.1 of the standard).
const ALIGNMENT: [&[usize]; 10] = [
    &[],
    &[18],
    &[22],
    &[26],
    &[30],
    &[34],
    &[22, 38],
    &[24, 42],
    &[26, 46],
    &[28, 50],
];

impl Blocks {
    fn data(&self) -> usize {
        self.groups.iter().map(|(count, data)| count * data).sum()
    }
}

/// A QR code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QrCode {
    size: usize,
    /// Row by row: is the module dark?
    dark: Vec<bool>,
    /// Row by row: does the module belong to a pattern rather than to the data?
    fixed: Vec<bool>,
}

impl QrCode {
    /// The smallest code of a text; `None` if the text is too long.
    pub fn of(text: &str) -> Option<QrCode> {
        let version = (1..=BLOCKS.len()).find(|version| {
            let head = 4 + count_bits(*version);
            head + 8 * text.len() <= 8 * BLOCKS[version - 1].data()
        })?;
        let code = QrCode::unmasked(text, version);
        (0..8).map(|mask| code.masked(mask)).min_by_key(QrCode::penalty)
    }

    /// The code of a text that fits, before a mask is laid over it.
    fn unmasked(text: &str, version: usize) -> QrCode {
        let words = interleaved(&BLOCKS[version - 1], &data_words(text.as_bytes(), version));
        let mut code = QrCode::patterns(version);
        code.place(&words);
        code
    }

    /// How many modules there are in a row.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Is this module dark?
    pub fn is_dark(&self, row: usize, column: usize) -> bool {
        self.dark[row * self.size + column]
    }

    /// The dark modules as a path of squares of size 1, for an SVG.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for row in 0..self.size {
            let mut column = 0;
            while column < self.size {
                let from = column;
                while column < self.size && self.is_dark(row, column) {
                    column += 1;
                }
                if column > from {
                    path += &format!("M{from} {row}h{}v1h-{}z", column - from, column - from);
                }
                column += 1;
            }
        }
        path
    }

    fn set(&mut self, row: usize, column: usize, dark: bool) {
        let at = row * self.size + column;
        self.dark[at] = dark;
        self.fixed[at] = true;
    }

    /// A code with everything that does not depend on the text.
    fn patterns(version: usize) -> QrCode {
        let size = 17 + 4 * version;
        let mut code = QrCode {
            size,
            dark: vec![false; size * size],
            fixed: vec![false; size * size],
        };
        for (top, left) in [(0, 0), (0, size - 7), (size - 7, 0)] {
            code.finder(top, left);
        }
        for at in 8..size - 8 {
            code.set(6, at, at % 2 == 0);
            code.set(at, 6, at % 2 == 0);
        }
        let centres: Vec<usize> = std::iter::once(6)
            .chain(ALIGNMENT[version - 1].iter().copied())
            .collect();
        let last = centres.len() - 1;
        for (down, row) in centres.iter().enumerate() {
            for (right, column) in centres.iter().enumerate() {
                // The eyes stand there.
                if ![(0, 0), (0, last), (last, 0)].contains(&(down, right)) {
                    code.alignment(*row, *column);
                }
            }
        }
        // Room for the format, which is not known yet, and the one module that is always dark.
        code.write_format(0);
        code.set(size - 8, 8, true);
        if version >= 7 {
            let bits = (version << 12) | remainder(version << 12, 0x1f25, 12);
            for bit in 0..18 {
                let dark = bits >> bit & 1 == 1;
                code.set(bit / 3, size - 11 + bit % 3, dark);
                code.set(size - 11 + bit % 3, bit / 3, dark);
            }
        }
        code
    }

    /// The eye at a corner, with the light border around it.
    fn finder(&mut self, top: usize, left: usize) {
        for row in 0..9 {
            for column in 0..9 {
                // The border is outside the code on two sides.
                let (Some(at_row), Some(at_column)) =
                    ((top + row).checked_sub(1), (left + column).checked_sub(1))
                else {
                    continue;
                };
                if at_row >= self.size || at_column >= self.size {
                    continue;
                }
                let ring = usize::abs_diff(row, 4).max(usize::abs_diff(column, 4));
                self.set(at_row, at_column, ring <= 1 || ring == 3);
            }
        }
    }

    fn alignment(&mut self, row: usize, column: usize) {
        for down in 0..5 {
            for right in 0..5 {
                let ring = usize::abs_diff(down, 2).max(usize::abs_diff(right, 2));
                self.set(row + down - 2, column + right - 2, ring != 1);
            }
        }
    }

    /// Writes which error correction and which mask the code has, twice.
    fn write_format(&mut self, mask: usize) {
        // Error correction M has the bits 00.
        let bits = (mask << 10 | remainder(mask << 10, 0x537, 10)) ^ 0x5412;
        for bit in 0..15 {
            let dark = bits >> bit & 1 == 1;
            // Around the first eye: down column 8, then left along row 8, past the timing patterns.
            let (row, column) = match bit {
                0..=5 => (bit, 8),
                6 | 7 => (bit + 1, 8),
                8 => (8, 7),
                _ => (8, 14 - bit),
            };
            self.set(row, column, dark);
            let (row, column) = match bit {
                0..=7 => (8, self.size - 1 - bit),
                _ => (self.size - 15 + bit, 8),
            };
            self.set(row, column, dark);
        }
    }

    /// Lays the codewords, from the right to the left in columns of two, up and down.
    fn place(&mut self, words: &[u8]) {
        let mut bits = words
            .iter()
            .flat_map(|word| (0..8).rev().map(move |bit| word >> bit & 1 == 1));
        let mut right = self.size - 1;
        let mut up = true;
        loop {
            for step in 0..self.size {
                let row = if up { self.size - 1 - step } else { step };
                for column in [right, right - 1] {
                    let at = row * self.size + column;
                    if !self.fixed[at] {
                        // What is left over at the end is light.
                        self.dark[at] = bits.next().unwrap_or(false);
                    }
                }
            }
            up = !up;
            right = match right {
                // Column 6 is a timing pattern.
                8 => 5,
                0..=2 => break,
                _ => right - 2,
            };
        }
    }

    /// The code with a mask over its data.
    fn masked(&self, mask: usize) -> QrCode {
        let mut code = self.clone();
        for row in 0..self.size {
            for column in 0..self.size {
                let product = row * column;
                let flips = match mask {
                    0 => (row + column).is_multiple_of(2),
                    1 => row.is_multiple_of(2),
                    2 => column.is_multiple_of(3),
                    3 => (row + column).is_multiple_of(3),
                    4 => (row / 2 + column / 3).is_multiple_of(2),
                    5 => product % 2 + product % 3 == 0,
                    6 => (product % 2 + product % 3).is_multiple_of(2),
                    _ => ((row + column) % 2 + product % 3).is_multiple_of(2),
                };
                let at = row * self.size + column;
                if flips && !self.fixed[at] {
                    code.dark[at] = !code.dark[at];
                }
            }
        }
        code.write_format(mask);
        code.set(code.size - 8, 8, true);
        code
    }

    /// How hard the code is to read: long runs, squares, what looks like an eye, too much of one colour.
    fn penalty(&self) -> usize {
        let line = |across: bool, index: usize| -> Vec<bool> {
            let at = |step| match across {
                true => self.is_dark(index, step),
                false => self.is_dark(step, index),
            };
            (0..self.size).map(at).collect()
        };
        let mut penalty = 0;
        for across in [true, false] {
            for index in 0..self.size {
                let line = line(across, index);
                let mut from = 0;
                for at in 1..=self.size {
                    if at == self.size || line[at] != line[from] {
                        if at - from >= 5 {
                            penalty += at - from - 2;
                        }
                        from = at;
                    }
                }
                penalty += 40 * eyes(&line);
            }
        }
        for row in 1..self.size {
            for column in 1..self.size {
                let dark = self.is_dark(row, column);
                let same = [(row - 1, column - 1), (row - 1, column), (row, column - 1)];
                if same
                    .iter()
                    .all(|(row, column)| self.is_dark(*row, *column) == dark)
                {
                    penalty += 3;
                }
            }
        }
        let dark = self.dark.iter().filter(|dark| **dark).count();
        let all = self.size * self.size;
        // In steps of five per cent away from one half.
        penalty + 10 * (usize::abs_diff(20 * dark, 10 * all) / all)
    }
}

/// How often a line looks as through the middle of an eye, with four light modules beside it; around the code all is light.
fn eyes(line: &[bool]) -> usize {
    const EYE: [bool; 7] = [true, false, true, true, true, false, true];
    let light = |from: usize, to: usize| line[from..to.min(line.len())].iter().all(|dark| !dark);
    let is_eye =
        |at: usize| line[at..at + 7] == EYE && (light(at.saturating_sub(4), at) || light(at + 7, at + 11));
    (0..line.len() - 6).filter(|at| is_eye(*at)).count()
}

/// How many bits tell the length of a text.
fn count_bits(version: usize) -> usize {
    if version < 10 { 8 } else { 16 }
}

/// The remainder of a division of polynomials over one bit.
fn remainder(mut number: usize, divisor: usize, degree: u32) -> usize {
    while number >> degree != 0 {
        let shift = number.ilog2() - degree;
        number ^= divisor << shift;
    }
    number
}

/// The text as codewords: its kind, its length, its bytes, an end, and what fills the rest.
fn data_words(bytes: &[u8], version: usize) -> Vec<u8> {
    let mut bits: Vec<bool> = Vec::new();
    let mut push = |number: usize, count: usize| {
        bits.extend((0..count).rev().map(|bit| number >> bit & 1 == 1));
    };
    push(0b0100, 4);
    push(bytes.len(), count_bits(version));
    for byte in bytes {
        push(usize::from(*byte), 8);
    }
    let room = BLOCKS[version - 1].data();
    let end = 4.min(8 * room - bits.len());
    bits.resize(bits.len() + end, false);
    bits.resize(bits.len().next_multiple_of(8), false);
    let word = |bits: &[bool]| bits.iter().fold(0, |word, bit| word << 1 | u8::from(*bit));
    let words = bits.chunks(8).map(word);
    let rest = [0xec, 0x11].into_iter().cycle();
    words.chain(rest).take(room).collect()
}

/// The codewords of all blocks with their error correction, one of each block in turn.
fn interleaved(plan: &Blocks, data: &[u8]) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = Vec::new();
    let mut rest = data;
    for (count, length) in plan.groups {
        for _ in 0..count {
            let (block, after) = rest.split_at(length);
            parts.push(block);
            rest = after;
        }
    }
    let corrections: Vec<Vec<u8>> = parts
        .iter()
        .map(|block| correction(block, plan.correction))
        .collect();
    let longest = parts.iter().map(|block| block.len()).max().unwrap_or(0);
    let mut words = Vec::new();
    for index in 0..longest {
        words.extend(parts.iter().filter_map(|block| block.get(index)));
    }
    for index in 0..plan.correction {
        words.extend(corrections.iter().map(|block| block[index]));
    }
    words
}

/// The error correction codewords of a block (Reed–Solomon).
fn correction(block: &[u8], count: usize) -> Vec<u8> {
    // The generator: the product of x − 2ⁿ, the leading 1 left out.
    let mut generator = vec![0; count];
    generator[count - 1] = 1;
    let mut root = 1;
    for _ in 0..count {
        for index in 0..count {
            generator[index] = times(generator[index], root);
            if let Some(next) = generator.get(index + 1) {
                generator[index] ^= *next;
            }
        }
        root = times(root, 2);
    }
    let mut rest = vec![0; count];
    for word in block {
        let factor = word ^ rest.remove(0);
        rest.push(0);
        for (rest, part) in rest.iter_mut().zip(&generator) {
            *rest ^= times(*part, factor);
        }
    }
    rest
}

/// A product in the field of 256 elements whose polynomial is 0x11d.
fn times(one: u8, other: u8) -> u8 {
    let mut product = 0u16;
    for bit in (0..8).rev() {
        product = (product << 1) ^ ((product >> 7) * 0x11d);
        product ^= u16::from(other >> bit & 1) * u16::from(one);
    }
    product as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Codes of known texts, worked out by another program: mask, text and rows.
    fn expected() -> Vec<(usize, &'static str, Vec<&'static str>)> {
        let text = include_str!("qr/expected.txt");
        let codes = text.split("\n\n").filter(|part| !part.trim().is_empty());
        codes
            .map(|part| {
                let mut lines = part.trim().lines();
                let (mask, text) = lines.next().unwrap().split_once(' ').unwrap();
                (mask.parse().unwrap(), text, lines.collect())
            })
            .collect()
    }

    #[test]
    fn codes_are_those_that_others_draw() {
        let expected = expected();
        assert_eq!(expected.len(), 6);
        for (mask, text, rows) in expected {
            let best = QrCode::of(text).unwrap();
            assert_eq!(best.size(), rows.len(), "{text}");
            // Any mask can be read: others weigh them a little differently.
            let unmasked = QrCode::unmasked(text, (best.size() - 17) / 4);
            assert!((0..8).any(|mask| unmasked.masked(mask) == best));
            let code = unmasked.masked(mask);
            for (index, row) in rows.iter().enumerate() {
                let drawn: String = (0..code.size())
                    .map(|column| if code.is_dark(index, column) { '#' } else { '.' })
                    .collect();
                assert_eq!(drawn, *row, "row {index} of {text}");
            }
        }
    }

    #[test]
    fn every_length_fits_until_none_does() {
        let mut size = 0;
        for length in 0..=MOST_BYTES {
            let code = QrCode::of(&"x".repeat(length)).unwrap();
            assert!(code.size() >= size);
            size = code.size();
        }
        assert_eq!(size, 57);
        assert_eq!(QrCode::of(&"x".repeat(MOST_BYTES + 1)), None);
    }

    #[test]
    fn errors_are_corrected_as_in_the_standard() {
        // The example of annex I: version 1-M, the digits 01234567.
        let block = [
            0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11,
        ];
        let due = [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55];
        assert_eq!(correction(&block, 10), due);
    }

    #[test]
    fn a_path_has_a_square_for_every_dark_module() {
        let code = QrCode::of("finaud").unwrap();
        let dark = (0..code.size())
            .flat_map(|row| (0..code.size()).map(move |column| (row, column)))
            .filter(|(row, column)| code.is_dark(*row, *column))
            .count();
        let path = code.path();
        let drawn: usize = path
            .split('h')
            .skip(1)
            .filter_map(|part| part.split('v').next()?.parse::<usize>().ok())
            .sum();
        assert_eq!(drawn, dark);
        assert!(path.starts_with("M0 0h7v1h-7z"));
    }
}
