//! A scheduler or an executor of Ballista whose plans carry vyre's functions: there is nothing to register. See `vyre-ballista help`.

use ballista_core::config::TaskSchedulingPolicy;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use std::collections::HashMap;
use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use vyre::Device;
use vyre_ballista::{Codec, Limits, WithVyre};

type Error = Box<dyn std::error::Error>;

const HELP: &str = "Runs a scheduler or an executor of Ballista whose plans carry vyre's functions.

Usage: vyre-ballista scheduler [OPTIONS]
       vyre-ballista executor [OPTIONS]

Options of both, each with a value:
  --host HOST           the address to listen at [127.0.0.1]
  --port PORT           the port; 0 takes a free one [scheduler: 50050, executor: 0]
  --max-bytes BYTES     the most bytes of a function that arrives [1048576]
Options of the scheduler:
  --lost-after SECONDS  after which silence an executor is lost [60]
Options of the executor:
  --scheduler HOST:PORT [127.0.0.1:50050]
  --cores COUNT         how many tasks run at once [the number of cores]
  --work-dir FOLDER     where shuffled rows lie [a temporary folder]
  --timeout SECONDS     the longest that a batch may take [60]

VYRE_DEVICE says which device an executor has: `cpu`, `gpu`, or a part of an adapter's name.
";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let result = match args.next().as_deref() {
        Some("scheduler") => {
            Options::of(args, &["host", "port", "max-bytes", "lost-after"]).and_then(scheduler)
        }
        Some("executor") => {
            let known = ["host", "port", "max-bytes", "scheduler", "cores", "work-dir", "timeout"];
            Options::of(args, &known).and_then(executor)
        }
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

struct Options(HashMap<String, String>);

impl Options {
    fn of(mut args: impl Iterator<Item = String>, known: &[&str]) -> Result<Options, Error> {
        let mut options = HashMap::new();
        while let Some(arg) = args.next() {
            let name = arg.strip_prefix("--").filter(|name| known.contains(name));
            let name =
                name.ok_or_else(|| format!("there is no option {arg}. Fix: see `vyre-ballista help`"))?;
            let value = args.next().ok_or_else(|| format!("the option {arg} has no value"))?;
            options.insert(name.to_string(), value);
        }
        Ok(Options(options))
    }

    fn text(&self, name: &str, default: &str) -> String {
        self.0.get(name).map_or(default, String::as_str).to_string()
    }

    fn number<T: std::str::FromStr>(&self, name: &str, default: T) -> Result<T, Error> {
        let Some(text) = self.0.get(name) else { return Ok(default) };
        text.parse().map_err(|_| format!("--{name} is {text}, and a number is expected").into())
    }

    fn codec(&self) -> Result<Codec, Error> {
        let limits = Limits::default();
        let bytes = self.number("max-bytes", limits.bytes)?;
        Ok(Codec::default().with_limits(limits.with_bytes(bytes)))
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, Error> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

fn scheduler(options: Options) -> Result<(), Error> {
    let (host, port) = (options.text("host", "127.0.0.1"), options.number("port", 50050)?);
    let lost_after = options.number("lost-after", 60u64)?;
    let codec = options.codec()?;
    runtime()?.block_on(async {
        let listener = tokio::net::TcpListener::bind((host.as_str(), port)).await?;
        let address = listener.local_addr()?;
        let config = SchedulerConfig {
            bind_host: host.clone(),
            bind_port: address.port(),
            external_host: host,
            scheduling_policy: TaskSchedulingPolicy::PullStaged,
            executor_timeout_seconds: lost_after,
            expire_dead_executor_interval_seconds: lost_after.div_ceil(4).max(1),
            no_executors_grace_period_seconds: lost_after.saturating_mul(3),
            ..SchedulerConfig::default()
        };
        let config = Arc::new(config.with_vyre(codec));
        config.validate()?;
        let cluster = BallistaCluster::new_from_config(&config).await?;
        let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, config).await?;
        println!("the scheduler listens at {address}");
        start_grpc_service_with_listener(listener, scheduler).await?;
        Ok(())
    })
}

fn executor(options: Options) -> Result<(), Error> {
    let scheduler = options.text("scheduler", "127.0.0.1:50050");
    let (scheduler_host, scheduler_port) = scheduler
        .rsplit_once(':')
        .and_then(|(host, port)| Some((host.to_string(), port.parse().ok()?)))
        .ok_or_else(|| format!("--scheduler is {scheduler}, and HOST:PORT is expected"))?;
    let host = options.text("host", "127.0.0.1");
    let port = match options.number("port", 0)? {
        // It is free again when the executor takes it.
        0 => TcpListener::bind((host.as_str(), 0))?.local_addr()?.port(),
        port => port,
    };
    // Each task is a thread of its own, so that a launch needs one.
    let device = Device::auto()?.separate()?;
    device.set_threads(1);
    device.set_timeout(Duration::from_secs(options.number("timeout", 60)?));
    println!("the executor at {host}:{port} runs functions on {device}");
    let config = ExecutorProcessConfig {
        bind_host: host.clone(),
        external_host: Some(host),
        port,
        scheduler_host,
        scheduler_port,
        scheduler_connect_timeout_seconds: 20,
        vcores: options.number("cores", 0)?,
        task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
        work_dir: options.0.get("work-dir").cloned(),
        executor_heartbeat_interval_seconds: 1,
        ..ExecutorProcessConfig::default()
    };
    let config = Arc::new(config.with_vyre(options.codec()?.on(device)));
    runtime()?.block_on(start_executor_process(config))?;
    Ok(())
}
