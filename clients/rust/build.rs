//! Generates the messages and stubs of the protocol into OUT_DIR.

use std::{env, error::Error};

const PROTOS: &str = "../../protos";

fn main() -> Result<(), Box<dyn Error>> {
    if env::var_os("PROTOC").is_none() {
        env::set_var("PROTOC", protoc_bin_vendored::protoc_bin_path()?);
    }
    println!("cargo:rerun-if-changed={PROTOS}");
    let play = format!("{PROTOS}/muggins/v1/play.proto");
    tonic_prost_build::configure().compile_protos(&[play.as_str()], &[PROTOS])?;
    Ok(())
}
