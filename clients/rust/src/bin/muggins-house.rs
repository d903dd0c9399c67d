//! A house bot on a muggins server: `muggins-house greedy --address HOST:PORT`

use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use muggins_bot::house::{Greedy, Random};
use muggins_bot::{start, Options};

/// Play a house bot on a muggins server.
#[derive(Parser)]
struct Cli {
    kind: Kind,
    #[command(flatten)]
    options: Options,
}

#[derive(Clone, ValueEnum)]
enum Kind {
    Greedy,
    Random,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.kind {
        Kind::Greedy => start(Greedy, &cli.options),
        Kind::Random => start(Random, &cli.options),
    }
}
