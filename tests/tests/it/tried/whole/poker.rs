use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use core::cmp::Ordering;
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Suit {
        Clubs,
        Diamonds,
        Hearts,
        Spades,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Card {
        pub rank: u8,
        pub suit: Suit,
    }

    impl TryFrom<&[u8]> for Card {
        type Error = ();

        fn try_from(text: &[u8]) -> Result<Self, Self::Error> {
            let [rank, suit] = text else { return Err(()) };
            let rank = match rank {
                b'2'..=b'9' => rank - b'0',
                b'T' => 10,
                b'J' => 11,
                b'Q' => 12,
                b'K' => 13,
                b'A' => 14,
                _ => return Err(()),
            };
            let suit = match suit {
                b'C' => Suit::Clubs,
                b'D' => Suit::Diamonds,
                b'H' => Suit::Hearts,
                b'S' => Suit::Spades,
                _ => return Err(()),
            };
            Ok(Card { rank, suit })
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Category {
        HighCard = 1,
        OnePair,
        TwoPairs,
        ThreeOfAKind,
        Straight,
        Flush,
        FullHouse,
        FourOfAKind,
        StraightFlush,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Hand {
        pub category: Category,
        pub ranks: [u8; 5],
    }

    impl Hand {
        pub fn new(cards: [Card; 5]) -> Self {
            let mut counts = [0u8; 15];
            for card in &cards {
                counts[card.rank as usize] += 1;
            }
            let mut ranks = cards.map(|c| c.rank);
            ranks.sort_by(|a, b| counts[*b as usize].cmp(&counts[*a as usize]).then(b.cmp(a)));
            let flush = cards.windows(2).all(|w| w[0].suit == w[1].suit);
            let mut groups = counts.iter().copied().filter(|&n| n > 0).fold([0u8; 5], |mut g, n| {
                g[n as usize] += 1;
                g
            });
            groups[0] = 0;
            let wheel = ranks == [14, 5, 4, 3, 2];
            if wheel {
                ranks = [5, 4, 3, 2, 1];
            }
            let straight = groups[1] == 5 && ranks[0] - ranks[4] == 4;
            let category = match (groups, straight, flush) {
                (_, true, true) => Category::StraightFlush,
                ([.., 1], ..) => Category::FourOfAKind,
                ([_, _, 1, 1, _], ..) => Category::FullHouse,
                (_, _, true) => Category::Flush,
                (_, true, _) => Category::Straight,
                ([_, _, 0, 1, _], ..) => Category::ThreeOfAKind,
                ([_, _, pairs @ 1..=2, ..], ..) => {
                    if pairs == 2 {
                        Category::TwoPairs
                    } else {
                        Category::OnePair
                    }
                }
                _ => Category::HighCard,
            };
            Self { category, ranks }
        }

        pub fn parse(text: &[u8]) -> Option<Self> {
            let mut cards = [Card { rank: 0, suit: Suit::Clubs }; 5];
            let mut words = text.split(|b| *b == b' ').filter(|w| !w.is_empty());
            for card in cards.iter_mut() {
                *card = Card::try_from(words.next()?).ok()?;
            }
            match words.next() {
                Some(_) => None,
                None => Some(Self::new(cards)),
            }
        }
    }

    pub fn winner(line: &[u8]) -> u32 {
        let (left, right) = line.split_at(line.len() / 2);
        let Some((a, b)) = Hand::parse(left).zip(Hand::parse(right)) else {
            return 9;
        };
        match a.cmp(&b) {
            Ordering::Greater => 1,
            Ordering::Less => 2,
            Ordering::Equal => 0,
        }
    }

    #[kernel]
    pub fn winners(lines: &[[u8; 30]], out: &mut [u32], categories: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = winner(&lines[i]);
            categories[i] = Hand::parse(&lines[i][..15]).map(|h| h.category as u32).unwrap_or_default();
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let lines = [
        *b"5H 5C 6S 7S KD 2C 3S 8S 8D TD ",
        *b"5D 8C 9S JS AC 2C 5C 7D 8S QH ",
        *b"2D 9C AS AH AC 3D 6D 7D TD QD ",
        *b"4D 6S 9H QH QC 3D 6D 7H QD QS ",
        *b"2H 2D 4C 4D 4S 3C 3D 3S 9S 9D ",
        *b"AH 2D 3C 4D 5S 2H 3D 4C 5D 6S ",
        *b"TH JH QH KH AH 9S 9D 9C 9H 2S ",
        *b"5H 5C 6S 7S KX 2C 3S 8S 8D TD ",
        *b"5H 5C 6S 7S KD 5D 5S 6H 7H KC ",
        *b"2H 2C KS KH 3D 2D 2S QS QH AD ",
    ];
    let mut out = vec![7u32; lines.len()];
    let mut categories = vec![7u32; lines.len()];
    gpu::winners(&lines, &mut out, &mut categories).dispatch(device)?;
    assert_eq!(out, [2, 1, 2, 1, 1, 2, 1, 9, 0, 1]);
    assert_eq!(categories, [2, 1, 4, 2, 7, 5, 9, 0, 2, 3]);
    for (line, o) in lines.iter().zip(&out) {
        assert_eq!(gpu::winner(line), *o);
    }
    println!("poker: {out:?}");
    Ok(())
}
