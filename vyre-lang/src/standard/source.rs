use core::cmp::Ordering;
use core::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign, Mul, MulAssign,
    Neg, Not, Rem, RemAssign, Shl, ShlAssign, Shr, ShrAssign, Sub, SubAssign,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Reverse<T>(pub T);

impl<T: PartialOrd> PartialOrd for Reverse<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        other.0.partial_cmp(&self.0)
    }
}

impl<T: Ord> Ord for Reverse<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.cmp(&self.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum __VyreControlFlow<B, C = ()> {
    Continue(C),
    Break(B),
}

impl<B, C> __VyreControlFlow<B, C> {
    pub fn is_break(&self) -> bool {
        matches!(self, __VyreControlFlow::Break(_))
    }
    pub fn is_continue(&self) -> bool {
        matches!(self, __VyreControlFlow::Continue(_))
    }
    pub fn break_value(self) -> Option<B> {
        match self {
            __VyreControlFlow::Continue(_) => None,
            __VyreControlFlow::Break(value) => Some(value),
        }
    }
    pub fn continue_value(self) -> Option<C> {
        match self {
            __VyreControlFlow::Continue(value) => Some(value),
            __VyreControlFlow::Break(_) => None,
        }
    }
    pub fn map_break<T, F: FnOnce(B) -> T>(self, made: F) -> __VyreControlFlow<T, C> {
        match self {
            __VyreControlFlow::Continue(value) => __VyreControlFlow::Continue(value),
            __VyreControlFlow::Break(value) => __VyreControlFlow::Break(made(value)),
        }
    }
    pub fn map_continue<T, F: FnOnce(C) -> T>(self, made: F) -> __VyreControlFlow<B, T> {
        match self {
            __VyreControlFlow::Continue(value) => __VyreControlFlow::Continue(made(value)),
            __VyreControlFlow::Break(value) => __VyreControlFlow::Break(value),
        }
    }
}

#[derive(Clone, Copy, WritesItsField, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Saturating<T>(pub T);

impl<T> Add for Saturating<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Saturating(self.0.saturating_add(other.0))
    }
}

impl<T> AddAssign for Saturating<T> {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.saturating_add(other.0);
    }
}

impl<T> Sub for Saturating<T> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Saturating(self.0.saturating_sub(other.0))
    }
}

impl<T> SubAssign for Saturating<T> {
    fn sub_assign(&mut self, other: Self) {
        self.0 = self.0.saturating_sub(other.0);
    }
}

impl<T> Mul for Saturating<T> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Saturating(self.0.saturating_mul(other.0))
    }
}

impl<T> MulAssign for Saturating<T> {
    fn mul_assign(&mut self, other: Self) {
        self.0 = self.0.saturating_mul(other.0);
    }
}

impl<T> Div for Saturating<T> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Saturating(self.0 / other.0)
    }
}

impl<T> Rem for Saturating<T> {
    type Output = Self;
    fn rem(self, other: Self) -> Self {
        Saturating(self.0 % other.0)
    }
}

#[derive(Clone, Copy, WritesItsField, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Wrapping<T>(pub T);

impl<T: Add<Output = T>> Add for Wrapping<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Wrapping(self.0 + other.0)
    }
}

impl<T: Sub<Output = T>> Sub for Wrapping<T> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Wrapping(self.0 - other.0)
    }
}

impl<T: Mul<Output = T>> Mul for Wrapping<T> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Wrapping(self.0 * other.0)
    }
}

impl<T: Div<Output = T>> Div for Wrapping<T> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Wrapping(self.0 / other.0)
    }
}

impl<T: Rem<Output = T>> Rem for Wrapping<T> {
    type Output = Self;
    fn rem(self, other: Self) -> Self {
        Wrapping(self.0 % other.0)
    }
}

impl<T: BitXor<Output = T>> BitXor for Wrapping<T> {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Wrapping(self.0 ^ other.0)
    }
}

impl<T: BitAnd<Output = T>> BitAnd for Wrapping<T> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Wrapping(self.0 & other.0)
    }
}

impl<T: BitOr<Output = T>> BitOr for Wrapping<T> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Wrapping(self.0 | other.0)
    }
}

impl<T: Not<Output = T>> Not for Wrapping<T> {
    type Output = Self;
    fn not(self) -> Self {
        Wrapping(!self.0)
    }
}

impl<T: Default + Sub<Output = T>> Neg for Wrapping<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Wrapping(T::default() - self.0)
    }
}

impl<T: Shl<usize, Output = T>> Shl<usize> for Wrapping<T> {
    type Output = Self;
    fn shl(self, by: usize) -> Self {
        Wrapping(self.0 << by)
    }
}

impl<T: Shr<usize, Output = T>> Shr<usize> for Wrapping<T> {
    type Output = Self;
    fn shr(self, by: usize) -> Self {
        Wrapping(self.0 >> by)
    }
}

impl<T: Copy + Add<Output = T>> AddAssign for Wrapping<T> {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0 + other.0;
    }
}

impl<T: Copy + Sub<Output = T>> SubAssign for Wrapping<T> {
    fn sub_assign(&mut self, other: Self) {
        self.0 = self.0 - other.0;
    }
}

impl<T: Copy + Mul<Output = T>> MulAssign for Wrapping<T> {
    fn mul_assign(&mut self, other: Self) {
        self.0 = self.0 * other.0;
    }
}

impl<T: Copy + Div<Output = T>> DivAssign for Wrapping<T> {
    fn div_assign(&mut self, other: Self) {
        self.0 = self.0 / other.0;
    }
}

impl<T: Copy + Rem<Output = T>> RemAssign for Wrapping<T> {
    fn rem_assign(&mut self, other: Self) {
        self.0 = self.0 % other.0;
    }
}

impl<T: Copy + BitXor<Output = T>> BitXorAssign for Wrapping<T> {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 = self.0 ^ other.0;
    }
}

impl<T: Copy + BitAnd<Output = T>> BitAndAssign for Wrapping<T> {
    fn bitand_assign(&mut self, other: Self) {
        self.0 = self.0 & other.0;
    }
}

impl<T: Copy + BitOr<Output = T>> BitOrAssign for Wrapping<T> {
    fn bitor_assign(&mut self, other: Self) {
        self.0 = self.0 | other.0;
    }
}

impl<T: Copy + Shl<usize, Output = T>> ShlAssign<usize> for Wrapping<T> {
    fn shl_assign(&mut self, by: usize) {
        self.0 = self.0 << by;
    }
}

impl<T: Copy + Shr<usize, Output = T>> ShrAssign<usize> for Wrapping<T> {
    fn shr_assign(&mut self, by: usize) {
        self.0 = self.0 >> by;
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct __VyreChar(u32);

impl __VyreChar {
    pub const MAX: __VyreChar = __VyreChar(0x10ffff);
    pub const MIN: __VyreChar = __VyreChar(0);
    pub const REPLACEMENT_CHARACTER: __VyreChar = __VyreChar(0xfffd);
    pub fn from_u32(number: u32) -> Option<Self> {
        if number > 0x10ffff || number >= 0xd800 && number < 0xe000 { None } else { Some(__VyreChar(number)) }
    }
    pub fn from_digit(digit: u32, radix: u32) -> Option<Self> {
        assert!(radix <= 36, "`from_digit` takes a radix of at most 36");
        if digit >= radix {
            return None;
        }
        Some(__VyreChar(if digit < 10 { digit + 48 } else { digit + 87 }))
    }
    pub fn to_digit(self, radix: u32) -> Option<u32> {
        assert!(radix >= 2 && radix <= 36, "`to_digit` takes a radix from 2 to 36");
        let lower = self.0 | 32;
        let digit = if self.0 >= 48 && self.0 <= 57 {
            self.0 - 48
        } else if lower >= 97 && lower <= 122 && self.0 < 128 {
            lower - 87
        } else {
            36
        };
        if digit < radix { Some(digit) } else { None }
    }
    pub fn is_digit(self, radix: u32) -> bool {
        self.to_digit(radix).is_some()
    }
    pub fn len_utf8(self) -> usize {
        if self.0 < 0x80 {
            1
        } else if self.0 < 0x800 {
            2
        } else if self.0 < 0x10000 {
            3
        } else {
            4
        }
    }
    pub fn encode_utf8(self, to: &mut [u8]) -> &mut [u8] {
        let code = self.0;
        let len = self.len_utf8();
        assert!(len <= to.len(), "`encode_utf8` needs as many bytes as the character has");
        if len == 1 {
            to[0] = code as u8;
        } else {
            let mut left = code;
            let mut at = len;
            while at > 1 {
                at -= 1;
                to[at] = 0x80 | (left & 0x3f) as u8;
                left >>= 6;
            }
            to[0] = (0xf00 >> len) as u8 | left as u8;
        }
        &mut to[..len]
    }
    pub fn len_utf16(self) -> usize {
        if self.0 < 0x10000 { 1 } else { 2 }
    }
    pub fn is_whitespace(self) -> bool {
        let c = self.0;
        c == 32
            || c >= 9 && c <= 13
            || c == 0x85
            || c == 0xa0
            || c == 0x1680
            || c >= 0x2000 && c <= 0x200a
            || c == 0x2028
            || c == 0x2029
            || c == 0x202f
            || c == 0x205f
            || c == 0x3000
    }
    pub fn is_uppercase(self) -> bool {
        assert!(self.0 < 128, "`is_uppercase` is of ASCII alone in kernels");
        self.0 >= 65 && self.0 <= 90
    }
    pub fn is_lowercase(self) -> bool {
        assert!(self.0 < 128, "`is_lowercase` is of ASCII alone in kernels");
        self.0 >= 97 && self.0 <= 122
    }
    pub fn is_alphabetic(self) -> bool {
        assert!(self.0 < 128, "`is_alphabetic` is of ASCII alone in kernels");
        (self.0 | 32) >= 97 && (self.0 | 32) <= 122
    }
    pub fn is_numeric(self) -> bool {
        assert!(self.0 < 128, "`is_numeric` is of ASCII alone in kernels");
        self.0 >= 48 && self.0 <= 57
    }
    pub fn is_alphanumeric(self) -> bool {
        self.is_alphabetic() || self.is_numeric()
    }
    pub fn is_control(self) -> bool {
        self.0 < 32 || self.0 >= 127 && self.0 < 160
    }
    pub fn is_ascii(&self) -> bool {
        self.0 < 128
    }
    pub fn is_ascii_digit(&self) -> bool {
        self.0 < 128 && (self.0 as u8).is_ascii_digit()
    }
    pub fn is_ascii_hexdigit(&self) -> bool {
        self.0 < 128 && (self.0 as u8).is_ascii_hexdigit()
    }
    pub fn is_ascii_alphabetic(&self) -> bool {
        self.0 < 128 && (self.0 as u8).is_ascii_alphabetic()
    }
    pub fn is_ascii_alphanumeric(&self) -> bool {
        self.0 < 128 && (self.0 as u8).is_ascii_alphanumeric()
    }
    pub fn is_ascii_lowercase(&self) -> bool {
        self.0 < 128 && (self.0 as u8).is_ascii_lowercase()
    }
    pub fn is_ascii_uppercase(&self) -> bool {
        self.0 < 128 && (self.0 as u8).is_ascii_uppercase()
    }
    pub fn is_ascii_whitespace(&self) -> bool {
        self.0 < 128 && (self.0 as u8).is_ascii_whitespace()
    }
    pub fn is_ascii_punctuation(&self) -> bool {
        self.0 < 128 && (self.0 as u8).is_ascii_punctuation()
    }
    pub fn is_ascii_graphic(&self) -> bool {
        self.0 < 128 && (self.0 as u8).is_ascii_graphic()
    }
    pub fn is_ascii_control(&self) -> bool {
        self.0 < 128 && (self.0 as u8).is_ascii_control()
    }
    pub fn to_ascii_lowercase(&self) -> Self {
        __VyreChar(if self.0 >= 65 && self.0 <= 90 { self.0 + 32 } else { self.0 })
    }
    pub fn to_ascii_uppercase(&self) -> Self {
        __VyreChar(if self.0 >= 97 && self.0 <= 122 { self.0 - 32 } else { self.0 })
    }
    pub fn eq_ignore_ascii_case(&self, other: &Self) -> bool {
        self.to_ascii_lowercase().0 == other.to_ascii_lowercase().0
    }
}

impl TryFrom<u32> for __VyreChar {
    type Error = ();
    fn try_from(number: u32) -> Result<Self, ()> {
        __VyreChar::from_u32(number).ok_or(())
    }
}

impl From<__VyreChar> for u32 {
    fn from(character: __VyreChar) -> Self {
        character.0
    }
}

impl From<__VyreChar> for u64 {
    fn from(character: __VyreChar) -> Self {
        character.0 as u64
    }
}

impl From<u8> for __VyreChar {
    fn from(byte: u8) -> Self {
        __VyreChar(byte as u32)
    }
}

pub struct __VyreChars<'a> {
    pub text: &'a [u8],
    pub at: usize,
}

impl<'a> Iterator for __VyreChars<'a> {
    type Item = __VyreChar;
    fn next(&mut self) -> Option<__VyreChar> {
        if self.at >= self.text.len() {
            return None;
        }
        let first = self.text[self.at] as u32;
        let (count, bits) = if first < 0x80 {
            (1, first)
        } else if first < 0xe0 {
            (2, first & 0x1f)
        } else if first < 0xf0 {
            (3, first & 0x0f)
        } else {
            (4, first & 0x07)
        };
        let mut number = bits;
        for next in 1..count {
            number = number << 6 | (self.text[self.at + next] & 0x3f) as u32;
        }
        self.at += count;
        Some(__VyreChar(number))
    }
}

impl<'a> DoubleEndedIterator for __VyreChars<'a> {
    fn next_back(&mut self) -> Option<__VyreChar> {
        if self.at >= self.text.len() {
            return None;
        }
        let mut first = self.text.len() - 1;
        while self.text[first] & 0xc0 == 0x80 {
            first -= 1;
        }
        let (character, _) = __VyreText::character(self.text, first);
        self.text = &self.text[..first];
        Some(character)
    }
}

/// What is looked for in a text.
pub trait __VyrePattern {
    fn __vyre_found_in(&self, text: &[u8]) -> Option<usize>;
}

impl __VyrePattern for __VyreChar {
    fn __vyre_found_in(&self, text: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < text.len() {
            let (character, count) = __VyreText::character(text, at);
            if character.0 == self.0 {
                return Some(at);
            }
            at += count;
        }
        None
    }
}

impl __VyrePattern for [u8] {
    fn __vyre_found_in(&self, text: &[u8]) -> Option<usize> {
        __VyreText::find(text, self)
    }
}

/// What texts have beside the iterators.
pub struct __VyreText;

impl __VyreText {
    /// The bytes before the first one of a value, or all of them.
    fn until(text: &[u8], byte: u8) -> usize {
        let mut at = 0;
        while at < text.len() && text[at] != byte {
            at += 1;
        }
        at
    }

    /// The position behind the last one of a value, or 0.
    fn behind(text: &[u8], byte: u8) -> usize {
        let mut from = text.len();
        while from > 0 && text[from - 1] != byte {
            from -= 1;
        }
        from
    }

    /// The character that begins at a byte, and how many bytes it has.
    fn character(text: &[u8], at: usize) -> (__VyreChar, usize) {
        let first = text[at] as u32;
        let (count, bits) = if first < 0x80 {
            (1, first)
        } else if first < 0xe0 {
            (2, first & 0x1f)
        } else if first < 0xf0 {
            (3, first & 0x0f)
        } else {
            (4, first & 0x07)
        };
        let mut number = bits;
        for next in 1..count {
            number = number << 6 | (text[at + next] & 0x3f) as u32;
        }
        (__VyreChar(number), count)
    }
    pub fn trim_start<'a>(text: &'a [u8]) -> &'a [u8] {
        let mut from = 0;
        while from < text.len() {
            let (character, count) = __VyreText::character(text, from);
            if !character.is_whitespace() {
                break;
            }
            from += count;
        }
        &text[from..]
    }
    pub fn trim_end<'a>(text: &'a [u8]) -> &'a [u8] {
        let mut to = text.len();
        while to > 0 {
            let mut at = to - 1;
            while at > 0 && text[at] & 0xc0 == 0x80 {
                at -= 1;
            }
            let (character, _) = __VyreText::character(text, at);
            if !character.is_whitespace() {
                break;
            }
            to = at;
        }
        &text[..to]
    }
    pub fn trim<'a>(text: &'a [u8]) -> &'a [u8] {
        let text = __VyreText::trim_start(text);
        __VyreText::trim_end(text)
    }
    fn begins(text: &[u8], at: usize, with: &[u8]) -> bool {
        let mut same = 0;
        while same < with.len() && at + same < text.len() && text[at + same] == with[same] {
            same += 1;
        }
        same == with.len()
    }
    /// Where a text begins in another one; its length where it is not there.
    pub fn position(text: &[u8], of: &[u8]) -> usize {
        let mut at = 0;
        while at < text.len() && !__VyreText::begins(text, at, of) {
            at += 1;
        }
        at
    }
    pub fn find(text: &[u8], of: &[u8]) -> Option<usize> {
        let at = __VyreText::position(text, of);
        if at < text.len() || of.len() == 0 { Some(at) } else { None }
    }
    pub fn rfind(text: &[u8], of: &[u8]) -> Option<usize> {
        let mut left = text.len() + 1;
        while left > 0 && !__VyreText::begins(text, left - 1, of) {
            left -= 1;
        }
        if left > 0 { Some(left - 1) } else { None }
    }
    pub fn rsplit_once<'a>(text: &'a [u8], by: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
        match __VyreText::rfind(text, by) {
            Some(at) => Some((&text[..at], &text[at + by.len()..])),
            None => None,
        }
    }
    pub fn split_once<'a>(text: &'a [u8], by: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
        let at = __VyreText::position(text, by);
        if at < text.len() || by.len() == 0 { Some((&text[..at], &text[at + by.len()..])) } else { None }
    }
    pub fn strip_prefix<'a>(text: &'a [u8], of: &[u8]) -> Option<&'a [u8]> {
        if __VyreText::begins(text, 0, of) { Some(&text[of.len()..]) } else { None }
    }
    pub fn strip_suffix<'a>(text: &'a [u8], of: &[u8]) -> Option<&'a [u8]> {
        if of.len() <= text.len() && __VyreText::begins(text, text.len() - of.len(), of) {
            Some(&text[..text.len() - of.len()])
        } else {
            None
        }
    }
    /// How many bytes the character takes that begins here; 0 if none does.
    fn character_at(text: &[u8], at: usize) -> usize {
        let first = text[at];
        let count = if first < 0x80 {
            1
        } else if first >= 0xc2 && first < 0xe0 {
            2
        } else if first >= 0xe0 && first < 0xf0 {
            3
        } else if first >= 0xf0 && first < 0xf5 {
            4
        } else {
            0
        };
        if count > 1 {
            if at + count > text.len() {
                return 0;
            }
            let second = text[at + 1];
            let least = if first == 0xe0 { 0xa0 } else if first == 0xf0 { 0x90 } else { 0x80 };
            let most = if first == 0xed { 0x9f } else if first == 0xf4 { 0x8f } else { 0xbf };
            if second < least || second > most {
                return 0;
            }
            let mut other = 2;
            while other < count {
                if text[at + other] & 0xc0 != 0x80 {
                    return 0;
                }
                other += 1;
            }
        }
        count
    }
    /// The error is where the first byte stands that is in no character.
    pub fn from_utf8<'a>(text: &'a [u8]) -> Result<&'a [u8], Utf8Error> {
        let mut at = 0;
        while at < text.len() {
            let count = __VyreText::character_at(text, at);
            if count == 0 {
                return Err(Utf8Error(at));
            }
            at += count;
        }
        Ok(text)
    }
    /// An integer that may have a sign: whether it has a `-`, and its bits.
    pub fn signed(text: &[u8]) -> Result<(bool, u64), bool> {
        let is_negative = text.len() > 0 && text[0] == 45;
        match __VyreText::parse(text, u64::MAX, 1 << 63) {
            Ok(bits) => Ok((is_negative, bits)),
            Err(is_large) => Err(is_large),
        }
    }
    pub fn truth(text: &[u8]) -> Result<bool, ()> {
        if __VyreText::begins(text, 0, b"true") && text.len() == 4 {
            Ok(true)
        } else if __VyreText::begins(text, 0, b"false") && text.len() == 5 {
            Ok(false)
        } else {
            Err(())
        }
    }
    /// An integer of at most 64 bits, with the largest one and the magnitude of the smallest one.
    pub fn parse(text: &[u8], largest: u64, smallest: u64) -> Result<u64, bool> {
        __VyreText::number(text, 10, largest, smallest)
    }
    pub fn number(text: &[u8], radix: u32, largest: u64, smallest: u64) -> Result<u64, bool> {
        assert!(radix >= 2 && radix <= 36, "`from_str_radix` takes a radix from 2 to 36");
        let mut at = 0;
        let mut is_negative = false;
        if text.len() > 0 && (text[0] == 43 || text[0] == 45 && smallest > 0) {
            is_negative = text[0] == 45;
            at = 1;
        }
        if at == text.len() {
            return Err(false);
        }
        let limit = if is_negative { smallest } else { largest };
        let mut number = 0u64;
        while at < text.len() {
            let byte = text[at];
            let lower = byte | 32;
            let digit = if byte >= 48 && byte <= 57 {
                (byte - 48) as u32
            } else if lower >= 97 && lower <= 122 {
                lower as u32 - 87
            } else {
                36
            };
            if digit >= radix {
                return Err(false);
            }
            let (digit, radix) = (digit as u64, radix as u64);
            if number > limit / radix || number * radix > limit - digit {
                return Err(true);
            }
            number = number * radix + digit;
            at += 1;
        }
        Ok(if is_negative { number.wrapping_neg() } else { number })
    }
}

/// The parts of a text between bytes.
pub struct __VyreSplit<'a> {
    pub text: &'a [u8],
    pub by: u8,
    pub is_done: bool,
}

impl<'a> Iterator for __VyreSplit<'a> {
    type Item = &'a [u8];
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.is_done {
            return None;
        }
        let text = self.text;
        let at = __VyreText::until(text, self.by);
        if at < text.len() {
            self.text = &text[at + 1..];
        } else {
            self.is_done = true;
        }
        Some(&text[..at])
    }
}

impl<'a> DoubleEndedIterator for __VyreSplit<'a> {
    fn next_back(&mut self) -> Option<&'a [u8]> {
        if self.is_done {
            return None;
        }
        let text = self.text;
        let from = __VyreText::behind(text, self.by);
        if from > 0 {
            self.text = &text[..from - 1];
        } else {
            self.is_done = true;
        }
        Some(&text[from..])
    }
}

/// Those between texts of several bytes.
pub struct __VyreSplitByText<'a, 'b> {
    pub text: &'a [u8],
    pub by: &'b [u8],
    pub is_done: bool,
}

impl<'a, 'b> Iterator for __VyreSplitByText<'a, 'b> {
    type Item = &'a [u8];
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.is_done {
            return None;
        }
        let text = self.text;
        let at = __VyreText::position(text, self.by);
        if at < text.len() {
            self.text = &text[at + self.by.len()..];
        } else {
            self.is_done = true;
        }
        Some(&text[..at])
    }
}

/// At most so many of them, of which the last one has what is left.
pub struct __VyreSplitN<'a> {
    pub left: usize,
    pub text: &'a [u8],
    pub by: u8,
}

impl<'a> Iterator for __VyreSplitN<'a> {
    type Item = &'a [u8];
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.left == 0 {
            return None;
        }
        let text = self.text;
        self.left -= 1;
        let at = if self.left == 0 { text.len() } else { __VyreText::until(text, self.by) };
        if at < text.len() {
            self.text = &text[at + 1..];
        } else {
            self.left = 0;
        }
        Some(&text[..at])
    }
}

/// The same from the end on.
pub struct __VyreSplitFromEnd<'a> {
    pub left: usize,
    pub text: &'a [u8],
    pub by: u8,
}

impl<'a> Iterator for __VyreSplitFromEnd<'a> {
    type Item = &'a [u8];
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.left == 0 {
            return None;
        }
        let text = self.text;
        self.left -= 1;
        let from = if self.left == 0 { 0 } else { __VyreText::behind(text, self.by) };
        if from > 0 {
            self.text = &text[..from - 1];
        } else {
            self.left = 0;
        }
        Some(&text[from..])
    }
}

pub struct __VyreLines<'a> {
    pub text: &'a [u8],
}

impl<'a> Iterator for __VyreLines<'a> {
    type Item = &'a [u8];
    fn next(&mut self) -> Option<&'a [u8]> {
        let text = self.text;
        if text.len() == 0 {
            return None;
        }
        let at = __VyreText::until(text, 10);
        if at == text.len() {
            self.text = &text[at..];
            return Some(&text[..at]);
        }
        self.text = &text[at + 1..];
        let to = if at > 0 && text[at - 1] == 13 { at - 1 } else { at };
        Some(&text[..to])
    }
}

pub struct __VyreWords<'a> {
    pub text: &'a [u8],
}

impl<'a> Iterator for __VyreWords<'a> {
    type Item = &'a [u8];
    fn next(&mut self) -> Option<&'a [u8]> {
        let text = self.text;
        let mut from = 0;
        let mut is_found = false;
        while from < text.len() && !is_found {
            let (character, count) = __VyreText::character(text, from);
            if character.is_whitespace() {
                from += count;
            } else {
                is_found = true;
            }
        }
        if !is_found {
            return None;
        }
        let mut to = from;
        let mut is_over = false;
        while to < text.len() && !is_over {
            let (character, count) = __VyreText::character(text, to);
            if character.is_whitespace() {
                is_over = true;
            } else {
                to += count;
            }
        }
        self.text = &text[to..];
        Some(&text[from..to])
    }
}

pub struct __VyreCharIndices<'a> {
    pub text: &'a [u8],
    pub at: usize,
}

impl<'a> Iterator for __VyreCharIndices<'a> {
    type Item = (usize, __VyreChar);
    fn next(&mut self) -> Option<(usize, __VyreChar)> {
        if self.at >= self.text.len() {
            return None;
        }
        let at = self.at;
        let (character, count) = __VyreText::character(self.text, at);
        self.at += count;
        Some((at, character))
    }
}

#[derive(Clone, Copy, WritesItsField, PartialEq, Eq, PartialOrd, Ord)]
pub struct NonZeroU8(u8);

impl NonZeroU8 {
    pub const fn new(value: u8) -> Option<Self> {
        if value == 0 { None } else { Some(NonZeroU8(value)) }
    }

    pub const fn get(self) -> u8 {
        self.0
    }

    pub fn leading_zeros(self) -> u32 {
        self.0.leading_zeros()
    }

    pub fn trailing_zeros(self) -> u32 {
        self.0.trailing_zeros()
    }

    pub fn checked_add(self, other: u8) -> Option<Self> {
        self.0.checked_add(other).map(|sum| NonZeroU8(sum))
    }

    pub fn saturating_add(self, other: u8) -> Self {
        NonZeroU8(self.0.saturating_add(other))
    }

    pub fn checked_mul(self, other: Self) -> Option<Self> {
        self.0.checked_mul(other.0).map(|product| NonZeroU8(product))
    }

    pub fn ilog2(self) -> u32 {
        self.0.ilog2()
    }

    pub fn is_power_of_two(self) -> bool {
        self.0.is_power_of_two()
    }
}

impl From<NonZeroU8> for u8 {
    fn from(value: NonZeroU8) -> u8 {
        value.0
    }
}

#[derive(Clone, Copy, WritesItsField, PartialEq, Eq, PartialOrd, Ord)]
pub struct NonZeroU16(u16);

impl NonZeroU16 {
    pub const fn new(value: u16) -> Option<Self> {
        if value == 0 { None } else { Some(NonZeroU16(value)) }
    }

    pub const fn get(self) -> u16 {
        self.0
    }

    pub fn leading_zeros(self) -> u32 {
        self.0.leading_zeros()
    }

    pub fn trailing_zeros(self) -> u32 {
        self.0.trailing_zeros()
    }

    pub fn checked_add(self, other: u16) -> Option<Self> {
        self.0.checked_add(other).map(|sum| NonZeroU16(sum))
    }

    pub fn saturating_add(self, other: u16) -> Self {
        NonZeroU16(self.0.saturating_add(other))
    }

    pub fn checked_mul(self, other: Self) -> Option<Self> {
        self.0.checked_mul(other.0).map(|product| NonZeroU16(product))
    }

    pub fn ilog2(self) -> u32 {
        self.0.ilog2()
    }

    pub fn is_power_of_two(self) -> bool {
        self.0.is_power_of_two()
    }
}

impl From<NonZeroU16> for u16 {
    fn from(value: NonZeroU16) -> u16 {
        value.0
    }
}

#[derive(Clone, Copy, WritesItsField, PartialEq, Eq, PartialOrd, Ord)]
pub struct NonZeroU32(u32);

impl NonZeroU32 {
    pub const fn new(value: u32) -> Option<Self> {
        if value == 0 { None } else { Some(NonZeroU32(value)) }
    }

    pub const fn get(self) -> u32 {
        self.0
    }

    pub fn leading_zeros(self) -> u32 {
        self.0.leading_zeros()
    }

    pub fn trailing_zeros(self) -> u32 {
        self.0.trailing_zeros()
    }

    pub fn checked_add(self, other: u32) -> Option<Self> {
        self.0.checked_add(other).map(|sum| NonZeroU32(sum))
    }

    pub fn saturating_add(self, other: u32) -> Self {
        NonZeroU32(self.0.saturating_add(other))
    }

    pub fn checked_mul(self, other: Self) -> Option<Self> {
        self.0.checked_mul(other.0).map(|product| NonZeroU32(product))
    }

    pub fn ilog2(self) -> u32 {
        self.0.ilog2()
    }

    pub fn is_power_of_two(self) -> bool {
        self.0.is_power_of_two()
    }
}

impl From<NonZeroU32> for u32 {
    fn from(value: NonZeroU32) -> u32 {
        value.0
    }
}

#[derive(Clone, Copy, WritesItsField, PartialEq, Eq, PartialOrd, Ord)]
pub struct NonZeroU64(u64);

impl NonZeroU64 {
    pub const fn new(value: u64) -> Option<Self> {
        if value == 0 { None } else { Some(NonZeroU64(value)) }
    }

    pub const fn get(self) -> u64 {
        self.0
    }

    pub fn leading_zeros(self) -> u32 {
        self.0.leading_zeros()
    }

    pub fn trailing_zeros(self) -> u32 {
        self.0.trailing_zeros()
    }

    pub fn checked_add(self, other: u64) -> Option<Self> {
        self.0.checked_add(other).map(|sum| NonZeroU64(sum))
    }

    pub fn saturating_add(self, other: u64) -> Self {
        NonZeroU64(self.0.saturating_add(other))
    }

    pub fn checked_mul(self, other: Self) -> Option<Self> {
        self.0.checked_mul(other.0).map(|product| NonZeroU64(product))
    }

    pub fn ilog2(self) -> u32 {
        self.0.ilog2()
    }

    pub fn is_power_of_two(self) -> bool {
        self.0.is_power_of_two()
    }
}

impl From<NonZeroU64> for u64 {
    fn from(value: NonZeroU64) -> u64 {
        value.0
    }
}

#[derive(Clone, Copy, WritesItsField, PartialEq, Eq, PartialOrd, Ord)]
pub struct NonZeroUsize(usize);

impl NonZeroUsize {
    pub const fn new(value: usize) -> Option<Self> {
        if value == 0 { None } else { Some(NonZeroUsize(value)) }
    }

    pub const fn get(self) -> usize {
        self.0
    }

    pub fn leading_zeros(self) -> u32 {
        self.0.leading_zeros()
    }

    pub fn trailing_zeros(self) -> u32 {
        self.0.trailing_zeros()
    }

    pub fn checked_add(self, other: usize) -> Option<Self> {
        self.0.checked_add(other).map(|sum| NonZeroUsize(sum))
    }

    pub fn saturating_add(self, other: usize) -> Self {
        NonZeroUsize(self.0.saturating_add(other))
    }

    pub fn checked_mul(self, other: Self) -> Option<Self> {
        self.0.checked_mul(other.0).map(|product| NonZeroUsize(product))
    }

    pub fn ilog2(self) -> u32 {
        self.0.ilog2()
    }

    pub fn is_power_of_two(self) -> bool {
        self.0.is_power_of_two()
    }
}

impl From<NonZeroUsize> for usize {
    fn from(value: NonZeroUsize) -> usize {
        value.0
    }
}

// What a conversion says that fails.
pub type TryFromIntError = ();

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Utf8Error(usize);

impl Utf8Error {
    pub fn valid_up_to(&self) -> usize {
        self.0
    }
}

/// Whether the number is too large or too small.
pub type ParseIntError = bool;
pub type TryFromSliceError = ();

#[derive(Clone, Copy, WritesItsField, PartialEq, Eq, PartialOrd, Ord)]
pub struct NonZeroI32(i32);

impl NonZeroI32 {
    pub const fn new(value: i32) -> Option<Self> {
        if value == 0 { None } else { Some(NonZeroI32(value)) }
    }

    pub const fn get(self) -> i32 {
        self.0
    }

    pub fn leading_zeros(self) -> u32 {
        self.0.leading_zeros()
    }

    pub fn trailing_zeros(self) -> u32 {
        self.0.trailing_zeros()
    }
}

impl From<NonZeroI32> for i32 {
    fn from(value: NonZeroI32) -> i32 {
        value.0
    }
}
