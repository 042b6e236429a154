use vyre::prelude::*;

/// Limit order books of a few symbols, each matched by price and time.
#[vyre::module]
mod gpu {
    use std::cmp::Reverse;
    use vyre::prelude::*;

    const DEPTH: usize = 8;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Side {
        Buy,
        Sell,
    }

    impl std::ops::Not for Side {
        type Output = Side;
        fn not(self) -> Side {
            match self {
                Side::Buy => Side::Sell,
                Side::Sell => Side::Buy,
            }
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Order {
        id: u32,
        side: Side,
        price: u32,
        quantity: u32,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Message {
        New(Order),
        Cancel { id: u32 },
        Reduce { id: u32, by: u32 },
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum BookError {
        UnknownKind(u32),
        UnknownOrder,
        Full,
        Zero,
    }

    impl TryFrom<[u32; 4]> for Message {
        type Error = BookError;

        fn try_from([kind, id, price, quantity]: [u32; 4]) -> Result<Self, BookError> {
            let side = match kind {
                0 => Side::Buy,
                1 => Side::Sell,
                2 => return Ok(Message::Cancel { id }),
                3 => return Ok(Message::Reduce { id, by: quantity }),
                other => return Err(BookError::UnknownKind(other)),
            };
            if quantity == 0 {
                return Err(BookError::Zero);
            }
            Ok(Message::New(Order { id, side, price, quantity }))
        }
    }

    /// One side, the best price first.
    #[derive(Clone, Copy, Debug)]
    pub struct Ladder {
        orders: [Option<Order>; DEPTH],
    }

    impl Ladder {
        const EMPTY: Ladder = Ladder { orders: [None; DEPTH] };

        fn best_mut(&mut self) -> Option<&mut Order> {
            self.orders[0].as_mut()
        }

        fn remove(&mut self, at: usize) -> Option<Order> {
            let order = self.orders[at].take();
            self.orders[at..].rotate_left(1);
            order
        }

        fn insert(&mut self, order: Order) -> Result<(), BookError> {
            if self.orders[DEPTH - 1].is_some() {
                return Err(BookError::Full);
            }
            let better = |old: &Order| match order.side {
                Side::Buy => old.price >= order.price,
                Side::Sell => old.price <= order.price,
            };
            let at = self.orders.iter().take_while(|slot| slot.as_ref().is_some_and(better)).count();
            self.orders.copy_within(at..DEPTH - 1, at + 1);
            self.orders[at] = Some(order);
            Ok(())
        }

        fn position(&self, id: u32) -> Option<usize> {
            self.orders.iter().position(|slot| matches!(slot, Some(order) if order.id == id))
        }

        fn volume(&self) -> u32 {
            self.orders.iter().flatten().map(|order| order.quantity).sum()
        }
    }

    pub struct Book {
        bids: Ladder,
        asks: Ladder,
        traded: u32,
        turnover: u64,
    }

    impl Book {
        pub fn new() -> Self {
            Book { bids: Ladder::EMPTY, asks: Ladder::EMPTY, traded: 0, turnover: 0 }
        }

        fn side(&mut self, side: Side) -> &mut Ladder {
            match side {
                Side::Buy => &mut self.bids,
                Side::Sell => &mut self.asks,
            }
        }

        fn find(&mut self, id: u32) -> Result<(Side, usize), BookError> {
            [Side::Buy, Side::Sell]
                .into_iter()
                .find_map(|side| self.side(side).position(id).map(|at| (side, at)))
                .ok_or(BookError::UnknownOrder)
        }

        fn cross(&mut self, mut order: Order) -> Option<Order> {
            while let Some(best) = self.side(!order.side).best_mut() {
                let crosses = match order.side {
                    Side::Buy => best.price <= order.price,
                    Side::Sell => best.price >= order.price,
                };
                if !crosses {
                    break;
                }
                let quantity = best.quantity.min(order.quantity);
                let price = best.price;
                best.quantity -= quantity;
                let filled = best.quantity == 0;
                order.quantity -= quantity;
                self.traded += quantity;
                self.turnover += u64::from(price) * u64::from(quantity);
                if filled {
                    self.side(!order.side).remove(0);
                }
                if order.quantity == 0 {
                    return None;
                }
            }
            Some(order)
        }

        pub fn handle(&mut self, message: Message) -> Result<(), BookError> {
            match message {
                Message::New(order) => match self.cross(order) {
                    Some(rest) => self.side(rest.side).insert(rest),
                    None => Ok(()),
                },
                Message::Cancel { id } => {
                    let (side, at) = self.find(id)?;
                    self.side(side).remove(at);
                    Ok(())
                }
                Message::Reduce { id, by } => {
                    let (side, at) = self.find(id)?;
                    let ladder = self.side(side);
                    let order = ladder.orders[at].as_mut().ok_or(BookError::UnknownOrder)?;
                    match order.quantity.checked_sub(by) {
                        None | Some(0) => {
                            ladder.remove(at);
                        }
                        Some(rest) => order.quantity = rest,
                    }
                    Ok(())
                }
            }
        }

        pub fn spread(&self) -> Option<u32> {
            let ask = self.asks.orders.iter().flatten().map(|o| o.price).min()?;
            let Reverse(bid) = self.bids.orders.iter().flatten().map(|o| Reverse(o.price)).min()?;
            Some(ask - bid)
        }
    }

    pub fn replay(messages: &[[u32; 4]]) -> ([u32; 6], u64) {
        let mut book = Book::new();
        let (mut errors, mut last) = (0, 0);
        for &words in messages {
            let result = Message::try_from(words).and_then(|message| book.handle(message));
            if let Err(error) = result {
                errors += 1;
                last = match error {
                    BookError::UnknownKind(kind) => 100 + kind,
                    BookError::UnknownOrder => 1,
                    BookError::Full => 2,
                    BookError::Zero => 3,
                };
            }
        }
        let spread = book.spread().unwrap_or(u32::MAX);
        ([book.traded, book.bids.volume(), book.asks.volume(), spread, errors, last], book.turnover)
    }

    #[kernel(workgroup_size = 16)]
    pub fn replay_all(messages: &[[u32; 4]], starts: &[u32], out: &mut [[u32; 6]], turnover: &mut [u64]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let end = starts.get(i + 1).map_or(messages.len(), |&s| s as usize);
            (out[i], turnover[i]) = replay(&messages[starts[i] as usize..end]);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    const BUY: u32 = 0;
    const SELL: u32 = 1;
    let books: [&[[u32; 4]]; 4] = [
        &[[SELL, 1, 105, 10], [SELL, 2, 103, 5], [BUY, 3, 100, 7], [BUY, 4, 104, 8], [SELL, 5, 100, 12]],
        &[[BUY, 1, 10, 5], [BUY, 2, 11, 5], [BUY, 3, 11, 5], [3, 2, 0, 2], [SELL, 4, 11, 4], [2, 1, 0, 0], [2, 9, 0, 0], [3, 3, 0, 9]],
        &[[7, 0, 0, 0], [BUY, 1, 1, 0]],
        &[[BUY, 1, 1, 1], [BUY, 2, 2, 1], [BUY, 3, 3, 1], [BUY, 4, 4, 1], [BUY, 5, 5, 1], [BUY, 6, 6, 1], [BUY, 7, 7, 1], [BUY, 8, 8, 1], [BUY, 9, 9, 1], [SELL, 10, 4, 9]],
    ];
    let starts: Vec<u32> = books.iter().scan(0, |at, b| { let s = *at; *at += b.len() as u32; Some(s) }).collect();
    let (mut out, mut turnover) = ([[0; 6]; 4], [0; 4]);
    gpu::replay_all(&books.concat(), &starts, &mut out, &mut turnover).dispatch(device)?;
    assert_eq!(out[0], [15, 0, 12, u32::MAX, 0, 0].map(|x| x));
    assert_eq!(turnover[0], 5 * 103 + 3 * 104 + 7 * 100);
    assert_eq!((out[1], turnover[1]), ([4, 0, 0, u32::MAX, 1, 1], 44));
    assert_eq!((out[2], turnover[2]), ([0, 0, 0, u32::MAX, 2, 3], 0));
    assert_eq!((out[3], turnover[3]), ([5, 3, 4, 1, 1, 2], 8 + 7 + 6 + 5 + 4));
    for (i, book) in books.iter().enumerate() {
        assert_eq!(gpu::replay(book), (out[i], turnover[i]));
    }
    Ok(())
}
