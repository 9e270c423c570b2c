//! Builds the page, so that the server is one file. Whoever has built it already (`scripts/page`) says where it is:
//! `DIVISOR_DUEL_PAGE=target/divisor-duel.html`.

use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

fn main() {
    println!("cargo::rerun-if-env-changed=DIVISOR_DUEL_PAGE");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where to"));
    let page = out.join("page.html");
    match std::env::var_os("DIVISOR_DUEL_PAGE") {
        Some(built) => {
            let built = root.join(built);
            println!("cargo::rerun-if-changed={}", built.display());
            std::fs::copy(&built, &page)
                .unwrap_or_else(|error| panic!("DIVISOR_DUEL_PAGE: cannot read {}: {error}", built.display()));
        }
        None => {
            for part in ["Cargo.lock", "crates/duel", "crates/api", "crates/web"] {
                println!("cargo::rerun-if-changed={}", root.join(part).display());
            }
            build(&root, &out.join("build"), &page);
        }
    }
}

fn build(root: &Path, target: &Path, page: &Path) {
    install_target();
    let engine = target.join(TARGET).join("page/web.wasm");
    let mut arguments: Vec<&std::ffi::OsStr> =
        ["build", "--locked", "--profile", "page", "-p", "divisor-duel-web", "--lib", "--target", TARGET]
            .map(AsRef::as_ref)
            .into();
    cargo(root, target, &arguments);
    let folder = root.join("crates/web/page");
    arguments = ["run", "--locked", "--quiet", "--release", "-p", "divisor-duel-page", "--"].map(AsRef::as_ref).into();
    arguments.extend([engine.as_os_str(), folder.as_os_str(), page.as_os_str()]);
    cargo(root, target, &arguments);
}

/// The engine of the page is built for browsers.
fn install_target() {
    let rustc = std::env::var_os("RUSTC").expect("cargo says with what");
    let known = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    let is_there = known.is_ok_and(|known| Path::new(String::from_utf8_lossy(&known.stdout).trim()).exists());
    let install = || Command::new("rustup").args(["target", "add", TARGET]).status();
    if !is_there && !install().is_ok_and(|status| status.success()) {
        panic!("the page is built for {TARGET}, which is not installed: rustup target add {TARGET}");
    }
}

/// Another cargo, in a folder of its own: this one holds its own.
fn cargo(root: &Path, target: &Path, arguments: &[&std::ffi::OsStr]) {
    let cargo = std::env::var_os("CARGO").expect("cargo says where it is");
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(root).env("CARGO_TARGET_DIR", target);
    // What was said about this build is not meant for that one.
    for name in
        ["CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "CARGO_BUILD_TARGET"]
    {
        command.env_remove(name);
    }
    let status = command.status();
    assert!(status.is_ok_and(|status| status.success()), "the page cannot be built: cargo {}", arguments[0].display());
}
