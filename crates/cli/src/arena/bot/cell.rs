//! A cell: user, process and mount namespaces of a bot's own.
//!
//! The first process of a process namespace is ours. When it ends, in whatever way, the system lets nothing new begin in the
//! namespace, kills everything that is there and waits until it is gone: no process can outrun that, however fast it forks. It
//! dies with its warden, and the warden with the referee. A fresh /proc shows a bot its own processes and nobody else's.
//!
//! Namespaces of processes and of mounts belong to a user namespace in which we are root. The bot gets another one inside
//! that, in which it is the user that it is outside: so it has no right to take the fresh /proc away again, nor over the first
//! process, not even as root.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use rustix::io::Errno;
use rustix::process::{
    DumpableBehavior, Pid, Resource, Signal, WaitOptions, getgid, getpid, getuid, set_dumpable_behavior,
    set_parent_process_death_signal, setsid, wait,
};

use super::family;
use super::warden;

/// The name under which this program is started as the first process of a cell.
pub(crate) const NAME: &str = "divisor-duel-cell";
/// The name under which it is started in the cell to become the bot.
pub(crate) const INMATE: &str = "divisor-duel-inmate";
/// What the system is set by, whoever asks: it can be looked at, and no more.
const SETTINGS: [&str; 5] = ["/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs"];
/// How many processes and threads a bot may have at a time, all together.
const PROCESSES: u64 = 1_024;
/// Process numbers below this are given out only once, at the start of a namespace.
const RESERVED_NUMBERS: u64 = 300;

/// As a warden: makes a cell, and starts the first process in it. We ourselves stay outside.
pub(crate) fn open(command: &OsStr, memory_mib: u64) -> io::Result<Child> {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWNS)?;
    write_maps((0, user), (0, group))?;
    let me = getpid().as_raw_nonzero().to_string();
    let numbers = [me, user.to_string(), group.to_string(), memory_mib.to_string()];
    Command::new("/proc/self/exe").arg0(NAME).args(numbers).arg(command).spawn()
}

/// As the first process of a cell: runs the bot to its end, and takes everything with us. The bot's exit code.
pub(crate) fn run(arguments: impl Iterator<Item = std::ffi::OsString>) -> io::Result<u8> {
    let ([warden, user, group, memory_mib], command) = warden::orders(arguments)?;
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // A warden that ended before that took nobody with it. This /proc is still the one of the world outside.
    if family::parent("self").and_then(|parent| u64::try_from(parent).ok()) != Some(warden) {
        return Err(Errno::SRCH.into());
    }
    let _ = setsid();
    let nothing: Option<&str> = None;
    mount(nothing, "/", nothing, MsFlags::MS_REC | MsFlags::MS_PRIVATE, nothing)?;
    let plain = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    mount(Some("proc"), "/proc", Some("proc"), plain, nothing)?;
    limit_numbers();
    for setting in SETTINGS.into_iter().filter(|setting| fs::exists(setting).unwrap_or(false)) {
        mount(Some(setting), setting, nothing, MsFlags::MS_BIND, nothing)?;
        let read_only = MsFlags::MS_BIND | MsFlags::MS_REMOUNT | MsFlags::MS_RDONLY | plain;
        mount(nothing, setting, nothing, read_only, nothing)?;
    }
    let numbers = [user.to_string(), group.to_string(), memory_mib.to_string()];
    let bot = Command::new("/proc/self/exe").arg0(INMATE).args(numbers).arg(&command).process_group(0).spawn()?;
    let bot = Pid::from_child(&bot);
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    warden::let_go_of_output()?;
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid == bot => return Ok(warden::exit_code(Some(status))),
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// As a process of the cell: goes into a user namespace of its own, and becomes the bot there.
pub(crate) fn become_bot(arguments: impl Iterator<Item = std::ffi::OsString>) -> io::Result<u8> {
    let ([user, group, memory_mib], command) = warden::orders(arguments)?;
    unshare(CloneFlags::CLONE_NEWUSER)?;
    write_maps((user as u32, 0), (group as u32, 0))?;
    limit_processes();
    warden::set_limits(memory_mib);
    Err(warden::shell(&command).exec())
}

/// Newer systems have process numbers up to a limit of each namespace, which holds for root too.
fn limit_numbers() {
    // Before that there was one limit for all, and root would change it for everybody.
    if system_is_at_least(6, 14) {
        let _ = fs::write("/proc/sys/kernel/pid_max", (RESERVED_NUMBERS + PROCESSES).to_string());
    }
}

/// Processes are counted for each user in each user namespace: in the bot's there are only its own.
fn limit_processes() {
    // Before that all processes of the user were counted together, and a bot could have none.
    if system_is_at_least(5, 14) {
        warden::set_limit(Resource::Nproc, PROCESSES);
    }
}

fn system_is_at_least(major: u32, minor: u32) -> bool {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(str::parse);
    matches!((numbers.next(), numbers.next()), (Some(Ok(a)), Some(Ok(b))) if (a, b) >= (major, minor))
}

/// Says who we are in the user namespace that we have just made: a user and a group there, and who they are outside.
fn write_maps(user: (u32, u32), group: (u32, u32)) -> io::Result<()> {
    // Without this the system does not let us map a group.
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{} {} 1", user.0, user.1))?;
    fs::write("/proc/self/gid_map", format!("{} {} 1", group.0, group.1))
}
