//! The order of system calls, without any kill: whatever is shown as done would survive a power cut at that moment.

use crate::disk::{Disk, named};
use crate::hall::{Hall, each};
use crate::report::Tally;
use crate::run::{Ran, run};
use crate::strace::{self, Call, unquoted};
use crate::surface::{KINDS, Surface, surfaces};
use crate::user::{User, files_below};

/// Goes through every surface so many times.
pub(crate) fn campaign(hall: &Hall, count: usize) -> anyhow::Result<Tally> {
    let mut all: Vec<Box<dyn Surface>> = Vec::new();
    for kind in KINDS {
        all.extend(surfaces(kind, &hall.program)?);
    }
    let turns: Vec<&dyn Surface> = (0..count).map(|at| all[at % all.len()].as_ref()).collect();
    let results = each(hall, &turns, |surface| Ok(vec![follow(hall, *surface)?]))?;
    let shown: usize = results.iter().map(|(shown, _)| shown).sum();
    let findings = results.into_iter().filter_map(|(_, finding)| finding).collect();
    Ok(Tally {
        amount: format!("{count} runs"),
        findings,
        besides: format!("{shown} times something was shown, in {} ways to use it", all.len()),
    })
}

/// How often something was shown, and what was not certain by then.
fn follow(hall: &Hall, surface: &dyn Surface) -> anyhow::Result<(usize, Option<String>)> {
    let user = User::new(&hall.program)?;
    surface.prepare(&user)?;
    let mut disk = Disk::new(user.home(), &files_below(user.home()));
    let trace = tempfile::NamedTempFile::new()?;
    let mut command = strace::watching(&user, trace.path());
    command.args(surface.arguments());
    let ran = run(command, &surface.typist(), None)?;
    anyhow::ensure!(surface.has_ended(&ran), "{} did not come to its end: {}", surface.name(), ran.to_be_seen());
    let trace = String::from_utf8_lossy(&std::fs::read(trace.path())?).into_owned();
    let mut so_far = Ran { chunks: Vec::new(), stderr: Vec::new(), status: ran.status };
    let mut shown = 0;
    let calls = strace::calls(&trace);
    let own = strace::own_threads(&calls);
    for call in &calls {
        if call.has_succeeded() {
            disk.follow(call);
        } else if call.result.is_none() && own.contains(call.thread.as_str()) && show(call, &mut so_far) {
            shown += 1;
            if let Some(lost) = surface.lost(&so_far, &disk.certain()) {
                let finding = format!("{}: a power cut at {}: {lost}", surface.name(), call.arguments.join(", "));
                return Ok((shown, Some(finding)));
            }
        }
    }
    anyhow::ensure!(surface.has_ended(&so_far), "{}: the trace does not have its end", surface.name());
    Ok((shown, None))
}

/// Adds what a call shows to what was shown; false when it shows nothing.
fn show(call: &Call, so_far: &mut Ran) -> bool {
    let [descriptor, bytes, ..] = call.arguments.as_slice() else { return false };
    if call.name != "write" && call.name != "writev" {
        return false;
    }
    let is_terminal =
        named(descriptor).is_some_and(|path| path.starts_with("/dev/pts") || path.starts_with("/dev/tty"));
    if is_terminal || descriptor.starts_with("1<") {
        so_far.chunks.push(unquoted(bytes));
    } else if descriptor.starts_with("2<") {
        so_far.stderr.extend(unquoted(bytes));
    } else {
        return false;
    }
    true
}
