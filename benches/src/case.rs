//! What is timed, how often, and what the goals are.

use crate::{Contestant, MOVED_BYTES, STATE};
use cpu_time::ThreadTime;
use std::time::{Duration, Instant};

/// What is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// The calling thread's CPU time for a warm launch, submission included, without a wait.
    Record,
    /// Launches that depend on each other, and one wait at the end.
    Dependent,
    /// A launch, and a read of the state.
    Read,
    /// Data to the device, the second time.
    Upload,
    /// Data back from the device, the second time.
    Download,
    /// The element-wise kernel.
    Wide,
}

/// Launches of a submission in [`Case::Record`].
const RECORDED: u32 = 256;
/// Launches in [`Case::Dependent`].
const DEPENDENT: u32 = 1000;

impl Case {
    pub const ALL: [Case; 6] =
        [Case::Record, Case::Dependent, Case::Read, Case::Upload, Case::Download, Case::Wide];

    /// The name to ask for it.
    pub fn name(self) -> &'static str {
        match self {
            Case::Record => "record",
            Case::Dependent => "dependent",
            Case::Read => "read",
            Case::Upload => "upload",
            Case::Download => "download",
            Case::Wide => "wide",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Case::Record => "CPU time of a warm launch, 256 in a submission, no wait",
            Case::Dependent => "1,000 dependent launches, then a wait: time of one",
            Case::Read => "a launch and a read of 1 KiB",
            Case::Upload => "256 MiB to the device, second time",
            Case::Download => "256 MiB back, second time",
            Case::Wide => "out = (a ^ b) + 1",
        }
    }

    /// The most that vyre may take, as a multiple of what wgpu by hand takes.
    pub fn goal(self) -> Option<f64> {
        match self {
            Case::Record => Some(1.25),
            Case::Dependent => Some(1.15),
            Case::Read => Some(1.1),
            Case::Upload | Case::Download | Case::Wide => None,
        }
    }
}

/// A case with its sizes and scratch data.
pub struct Bench {
    pub case: Case,
    /// Elements of a buffer of the element-wise kernel, and how often it runs before a wait.
    wide: (usize, u32),
    /// The number of the next launch.
    number: u32,
    state: Vec<u32>,
    data: Vec<u32>,
    back: Vec<u32>,
}

impl Bench {
    /// A case on a device that may bind so many bytes.
    pub fn new(case: Case, device: &vyre::Device) -> Bench {
        let is_moved = matches!(case, Case::Upload | Case::Download);
        let words = if is_moved { MOVED_BYTES / 4 } else { 0 };
        let data: Vec<u32> = (0..words as u32).map(|i| i.wrapping_mul(0x9e37_79b9)).collect();
        // On the CPU's own cores a small run says as much as a large one.
        let wide = match device.info().kind() {
            vyre::DeviceKind::SoftwareGpu => (1 << 23, 2),
            _ => ((device.info().limits().binding_bytes / 4).min(1 << 28) as usize, 10),
        };
        // Not zero, so that the pages are there.
        Bench { case, wide, number: 0, state: vec![0; STATE], data, back: vec![1; words] }
    }

    /// The bytes that one repetition moves, if that is what matters.
    pub fn bytes(&self) -> Option<u64> {
        match self.case {
            Case::Record | Case::Dependent | Case::Read => None,
            Case::Upload | Case::Download => Some(MOVED_BYTES as u64),
            Case::Wide => Some(self.wide.0 as u64 * 12),
        }
    }

    /// Makes what the case needs, checks that its results are right, and warms everything up.
    pub fn prepare(&mut self, contestant: &mut dyn Contestant) {
        let name = contestant.name();
        match self.case {
            Case::Record | Case::Dependent | Case::Read => {
                let start: Vec<u32> = (0..STATE as u32).collect();
                contestant.reset(&start);
                contestant.launch(0..DEPENDENT);
                contestant.read(&mut self.state);
                let step = |value: u32, plus: u32| value.wrapping_mul(3).wrapping_add(plus);
                let expected = start.iter().map(|&start| (0..DEPENDENT).fold(start, step));
                assert!(expected.eq(self.state.iter().copied()), "{name} launches wrongly");
            }
            Case::Upload | Case::Download => {
                contestant.upload(&self.data);
                contestant.download(&mut self.back);
                assert!(self.back == self.data, "{name} moves wrongly");
            }
            Case::Wide => {
                let len = self.wide.0;
                contestant.prepare_wide(len);
                contestant.wide(1);
                let mut tail = [0; 100];
                contestant.wide_tail(&mut tail);
                let expected =
                    (len as u32 - 100..len as u32).map(|i| (i ^ i.wrapping_mul(7)).wrapping_add(1));
                assert!(expected.eq(tail), "{name} computes wrongly");
            }
        }
        let _ = self.sample(contestant, 2);
    }

    /// The time of one repetition: the median of several.
    pub fn sample(&mut self, contestant: &mut dyn Contestant, repetitions: u32) -> Duration {
        let mut times: Vec<Duration> = (0..repetitions.max(1)).map(|_| self.once(contestant)).collect();
        times.sort();
        times[times.len() / 2]
    }

    /// The time of all repetitions.
    pub fn total(&mut self, contestant: &mut dyn Contestant, repetitions: u64) -> Duration {
        (0..repetitions).map(|_| self.once(contestant)).sum()
    }

    /// How many repetitions make a sample: short ones are many, as other work on the machine hits some of them.
    pub fn repetitions(&self) -> u32 {
        match self.case {
            Case::Record => 15,
            Case::Read => 101,
            _ => 1,
        }
    }

    fn once(&mut self, contestant: &mut dyn Contestant) -> Duration {
        // Other parameters each time: nobody may have them on the device already.
        self.number = self.number.wrapping_add(DEPENDENT) % (1 << 30);
        let number = self.number;
        let start = Instant::now();
        match self.case {
            Case::Record => {
                let start = ThreadTime::now();
                contestant.launch(number..number + RECORDED);
                let elapsed = start.elapsed();
                contestant.wait();
                return elapsed / RECORDED;
            }
            Case::Dependent => {
                contestant.launch(number..number + DEPENDENT);
                contestant.wait();
                return start.elapsed() / DEPENDENT;
            }
            Case::Read => contestant.launch_and_read(number, &mut self.state),
            Case::Upload => contestant.upload(&self.data),
            Case::Download => contestant.download(&mut self.back),
            Case::Wide => {
                contestant.wide(self.wide.1);
                return start.elapsed() / self.wide.1;
            }
        }
        start.elapsed()
    }
}
