//! Cases that run in processes of their own: a driver may crash, never answer, or keep memory for ever.
//!
//! Each thread of a certificate has one such process at a time, with a device of its own. A case goes there as a line of JSON, and what
//! comes of it comes back as another. A process that ends, or takes too long, is replaced.

use super::stop::Stop;
use super::{Lack, Ran, launch, search::lock, validated};
use crate::report::Failure;
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use vyre::ir::{Program, interned};
use vyre_random::evaluate::Failure as Asserted;
use vyre_random::{Case, Contents};

/// A process ends after so many cases: what a driver keeps of them goes with it.
const CASES: usize = 250;
/// How much longer than its device a process may take: it opens the device, and evaluates nothing.
const GRACE: Duration = Duration::from_secs(60);
/// How often somebody who waits looks whether everything is to end.
const LOOK: Duration = Duration::from_millis(100);
/// What is kept of the last words of a process, in bytes.
const LAST_WORDS: usize = 1_000;

/// The process that runs cases for `vyre conform`
#[derive(Args)]
#[command(hide = true)]
pub(crate) struct Worker {
    /// The device's name
    #[arg(long)]
    device: String,
    /// The device's time-out in seconds
    #[arg(long)]
    timeout: u64,
}

impl Worker {
    /// Runs cases until there are no more.
    pub(crate) fn execute(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let device = crate::device::named(Some(&self.device))?;
        device.set_timeout(Duration::from_secs(self.timeout));
        for line in io::stdin().lock().lines() {
            let ran = decode_case(&line?).map_err(Lack::Wrong).and_then(|case| launch(&device, &case));
            writeln!(out, "{}", encode_ran(&ran))?;
            out.flush()?;
        }
        Ok(())
    }
}

/// The processes of a device.
pub(super) struct Processes {
    command: Box<dyn Fn() -> io::Result<Command> + Send + Sync>,
    timeout: Duration,
    stop: Stop,
    idle: Mutex<Vec<Process>>,
}

impl Processes {
    /// Those that run this tool, for the device of a name.
    pub(super) fn of(device: &str, timeout: Duration, stop: &Stop) -> Processes {
        let (name, seconds) = (device.to_string(), timeout.as_secs().to_string());
        let command = move || {
            let mut command = Command::new(std::env::current_exe()?);
            command.args(["conform-worker", "--device", &name, "--timeout", &seconds]);
            Ok(command)
        };
        Processes::with(command, timeout, stop)
    }

    fn with(
        command: impl Fn() -> io::Result<Command> + Send + Sync + 'static,
        timeout: Duration,
        stop: &Stop,
    ) -> Processes {
        Processes { command: Box::new(command), timeout, stop: stop.clone(), idle: Mutex::default() }
    }

    /// Runs a case, for which there is a limit besides the device's.
    pub(super) fn run(&self, case: &Case, limit: Option<Duration>) -> Result<Ran, Lack> {
        let request = encode_case(case)?;
        let idle = lock(&self.idle).pop();
        let mut process = match idle {
            Some(process) => process,
            None => Process::start((self.command)())
                .map_err(|error| Lack::Wrong(format!("no process can be started to run it in: {error}")))?,
        };
        // It may compile for as long as the device allows, and run for as long again.
        let patience = self.timeout.saturating_mul(2).saturating_add(GRACE);
        let (patience, is_short) = match limit {
            Some(limit) if limit < patience => (limit, true),
            _ => (patience, false),
        };
        match process.ask(&request, patience, &self.stop) {
            Answer::Line(line) => {
                let ran = decode_ran(&line);
                // After an error something may still be going on there.
                if ran.is_ok() && process.cases < CASES {
                    lock(&self.idle).push(process);
                }
                ran
            }
            Answer::Stopped => Err(Lack::Stopped),
            Answer::Ended => Err(Lack::Wrong(process.end())),
            Answer::Late if is_short => Err(Lack::Unknown(format!("it took longer than {patience:?}"))),
            Answer::Late => {
                Err(Lack::Wrong(format!("the process that ran it did not answer within {patience:?}")))
            }
        }
    }
}

/// What comes of a question.
enum Answer {
    Line(String),
    /// The process has ended.
    Ended,
    /// It takes longer than one may have patience.
    Late,
    /// Somebody wants everything to end.
    Stopped,
}

/// A process, which is killed when it is dropped.
struct Process {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
    last_words: Arc<Mutex<Vec<u8>>>,
    cases: usize,
}

impl Process {
    fn start(command: io::Result<Command>) -> io::Result<Process> {
        let mut command = command?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is this process's alone, which ends the others.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(questions), Some(answers), Some(errors)) = pipes else {
            return Err(io::Error::other("it has no pipes"));
        };
        let (send, receive) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(answers).lines().map_while(Result::ok);
            lines.into_iter().all(|line| send.send(line).is_ok())
        });
        let last_words = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&last_words);
        std::thread::spawn(move || listen(errors, &heard));
        Ok(Process { child, questions, answers: receive, last_words, cases: 0 })
    }

    /// Sends a line, and waits for the one that answers it.
    fn ask(&mut self, question: &str, patience: Duration, stop: &Stop) -> Answer {
        self.cases += 1;
        let start = Instant::now();
        if writeln!(self.questions, "{question}").is_err() {
            return Answer::Ended;
        }
        loop {
            if stop.is_set() {
                return Answer::Stopped;
            }
            let left = patience.saturating_sub(start.elapsed());
            match self.answers.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Answer::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Answer::Ended,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Answer::Late,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How it ended, in a sentence, and what it wrote last.
    fn end(mut self) -> String {
        // Who closes its pipes and goes on is ended.
        let start = Instant::now();
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.to_string(),
                Ok(None) if start.elapsed() < Duration::from_secs(5) => std::thread::sleep(LOOK),
                _ => break "no status".to_string(),
            }
        };
        // Its last words may come after its end.
        std::thread::sleep(LOOK);
        let words = lock(&self.last_words).clone();
        let words = String::from_utf8_lossy(&words);
        let said = words.trim();
        let said = if said.is_empty() { String::new() } else { format!(", and said: {said}") };
        format!("the process that ran it ended ({status}){said}")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Keeps the end of what a process writes.
fn listen(mut from: impl Read, heard: &Mutex<Vec<u8>>) {
    let mut part = [0; 1_024];
    while let Ok(count @ 1..) = from.read(&mut part) {
        let mut heard = lock(heard);
        heard.extend_from_slice(&part[..count]);
        let excess = heard.len().saturating_sub(LAST_WORDS);
        heard.drain(..excess);
    }
}

fn encode_case(case: &Case) -> Result<String, Lack> {
    let input = |contents: &Contents| match contents {
        Contents::Words(words) => json!({ "words": words }),
        Contents::Bytes(bytes) => json!({ "bytes": bytes }),
    };
    // Its own operations are replaced by their bodies, as they are before a device sees the program.
    let program = validated(case)?.portable().to_wire();
    let inputs: Vec<Value> = case.inputs.iter().map(input).collect();
    let dimensions = &case.dimensions;
    let case = json!({ "program": program, "grid": case.grid, "inputs": inputs, "dimensions": dimensions });
    Ok(case.to_string())
}

fn decode_case(line: &str) -> Result<Case, String> {
    let odd = || "a case cannot be read".to_string();
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let program = numbers::<u8>(&value["program"]).ok_or_else(odd)?;
    let program = Program::from_wire(&program).map_err(|error| error.to_string())?;
    let grid = numbers::<u32>(&value["grid"]).and_then(|grid| grid.try_into().ok()).ok_or_else(odd)?;
    let input = |value: &Value| match value.get("words") {
        Some(words) => Some(Contents::Words(numbers(words)?)),
        None => Some(Contents::Bytes(numbers(value.get("bytes")?)?)),
    };
    let inputs = value["inputs"].as_array().and_then(|inputs| inputs.iter().map(input).collect());
    let dimension = |value: &Value| {
        let length = value[1].as_u64().and_then(|length| u32::try_from(length).ok());
        Some((interned(value[0].as_str()?)?, length?))
    };
    let dimensions = value["dimensions"].as_array().into_iter().flatten().map(dimension);
    let dimensions = dimensions.collect::<Option<Vec<_>>>().ok_or_else(odd)?;
    Ok(Case { dimensions, ..Case::new(program, grid, inputs.ok_or_else(odd)?) })
}

fn numbers<T: TryFrom<u64>>(value: &Value) -> Option<Vec<T>> {
    value.as_array()?.iter().map(|number| T::try_from(number.as_u64()?).ok()).collect()
}

fn encode_ran(ran: &Result<Ran, Lack>) -> Value {
    match ran {
        Ok((words, failure)) => {
            let failure = failure.as_ref();
            let failure = failure
                .map(|Asserted { invocation, message }| json!({ "at": invocation, "message": message }));
            json!({ "words": words, "failure": failure })
        }
        Err(Lack::Wrong(message)) => json!({ "wrong": message }),
        Err(Lack::Unknown(message)) => json!({ "unknown": message }),
        Err(Lack::Stopped) => json!({}),
    }
}

fn decode_ran(line: &str) -> Result<Ran, Lack> {
    let odd = || Lack::Wrong(format!("the process that ran it gave an answer that cannot be read: {line}"));
    let value: Value = serde_json::from_str(line).map_err(|_| odd())?;
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_string);
    if let Some(message) = text("wrong") {
        return Err(Lack::Wrong(message));
    }
    if let Some(message) = text("unknown") {
        return Err(Lack::Unknown(message));
    }
    let words = value["words"].as_array().and_then(|words| words.iter().map(numbers).collect());
    let failure = match &value["failure"] {
        Value::Null => None,
        failure => {
            let at = numbers(&failure["at"]).and_then(|at| at.try_into().ok()).ok_or_else(odd)?;
            Some(Asserted {
                invocation: at,
                message: failure["message"].as_str().ok_or_else(odd)?.to_string(),
            })
        }
    };
    Ok((words.ok_or_else(odd)?, failure))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by a panic")]
mod tests {
    use super::*;
    use crate::conform::random::generate;
    use vyre::Device;
    use vyre_random::{Order, evaluate};

    /// Programs with operations of their own, assertions, and every type that a buffer may have.
    #[test]
    fn a_case_that_goes_to_a_process_and_comes_back_gives_the_same() {
        let device = Device::reference();
        for seed in 0..60 {
            let case = generate(seed);
            let sent = decode_case(&encode_case(&case).unwrap()).unwrap();
            assert_eq!(
                (sent.grid, &sent.inputs, &sent.dimensions),
                (case.grid, &case.inputs, &case.dimensions)
            );
            let ran = launch(&device, &sent);
            assert_eq!(decode_ran(&encode_ran(&ran).to_string()), ran);
            let (words, failure) = ran.unwrap();
            let outcome = evaluate(&case, Order::Forward).unwrap();
            let wanted: Vec<Vec<u32>> = outcome.contents.iter().map(Contents::words).collect();
            assert_eq!((words, failure), (wanted, outcome.failure), "seed {seed}");
        }
        for lack in [Lack::Wrong("wrong\n\"".to_string()), Lack::Unknown("late".to_string())] {
            assert_eq!(decode_ran(&encode_ran(&Err(lack.clone())).to_string()), Err(lack));
        }
    }

    #[cfg(unix)]
    fn shell(script: &'static str, timeout: Duration, stop: &Stop) -> Processes {
        let command = move || {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            Ok(command)
        };
        Processes::with(command, timeout, stop)
    }

    #[cfg(unix)]
    #[test]
    fn a_process_that_crashes_or_talks_nonsense_is_a_failure_and_is_replaced() {
        let processes = shell(
            "read line; echo a driver has words >&2; kill -SEGV $$",
            Duration::from_secs(60),
            &Stop::default(),
        );
        for seed in 0..3 {
            let Err(Lack::Wrong(message)) = processes.run(&generate(seed), None) else { panic!("it ran") };
            assert!(message.contains("the process that ran it ended (signal: 11"), "{message}");
            assert!(message.ends_with("and said: a driver has words"), "{message}");
        }
        let processes = shell("read line; echo nonsense", Duration::from_secs(60), &Stop::default());
        let Err(Lack::Wrong(message)) = processes.run(&generate(0), None) else { panic!("it ran") };
        assert!(message.ends_with("cannot be read: nonsense"), "{message}");
    }

    #[cfg(unix)]
    #[test]
    fn nobody_waits_for_ever() {
        let stop = Stop::default();
        let hangs = shell("sleep 1000", Duration::from_secs(60), &stop);
        let start = Instant::now();
        let ran = hangs.run(&generate(0), Some(Duration::from_millis(300)));
        assert_eq!(ran, Err(Lack::Unknown("it took longer than 300ms".to_string())));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| hangs.run(&generate(0), None));
            std::thread::sleep(Duration::from_millis(300));
            stop.set();
            assert_eq!(waiting.join().unwrap(), Err(Lack::Stopped));
        });
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    }

    #[cfg(unix)]
    #[test]
    fn one_process_runs_many_cases_and_not_for_ever() {
        // Answers with how many cases it has seen.
        let counts = "n=0; while read line; do n=$((n+1)); echo \"{\\\"words\\\": [[$n]], \\\"failure\\\": null}\"; done";
        let processes = shell(counts, Duration::from_secs(60), &Stop::default());
        let case = generate(0);
        for at in 0..2 * CASES {
            let (words, failure) = processes.run(&case, None).unwrap();
            assert_eq!((words, failure), (vec![vec![(at % CASES) as u32 + 1]], None));
        }
    }
}
