//! Running the program under strace: counting its system calls, stopping it at one of them, seeing their order.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::process::Command;

use rustix::process::Signal;

use crate::user::User;

pub(crate) const SIGNALS: [Signal; 3] = [Signal::INT, Signal::TERM, Signal::HUP];

/// A moment in the life of a program: when one of its threads makes this system call for this time.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    call: String,
    occurrence: u32,
    pub(crate) signal: Signal,
}

impl Point {
    pub(crate) fn new(call: &str, occurrence: u32, signal: Signal) -> Point {
        Point { call: call.into(), occurrence, signal }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {} {}", signal_name(self.signal), self.call, self.occurrence)
    }
}

pub(crate) fn signal_name(signal: Signal) -> &'static str {
    match signal {
        Signal::KILL => "SIGKILL",
        Signal::INT => "SIGINT",
        Signal::TERM => "SIGTERM",
        Signal::HUP => "SIGHUP",
        _ => "a signal",
    }
}

/// Why programs cannot be traced here, if so.
pub(crate) fn missing() -> Option<String> {
    let traced = Command::new("strace").args(["-f", "-o", "/dev/null", "true"]).output();
    let is_traced = traced.is_ok_and(|output| output.status.success());
    (!is_traced).then(|| "it needs strace, and the right to trace".into())
}

/// Every moment at which the program itself makes a system call, with each of the signals; other programs that it starts
/// are not meant.
pub(crate) fn points(trace: &str, signals: &[Signal]) -> Vec<Point> {
    let calls = calls(trace);
    let own = own_threads(&calls);
    let mut counts: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for call in calls.iter().filter(|call| call.result.is_none()) {
        *counts.entry((&call.name, &call.thread)).or_default() += 1;
    }
    let mut most: BTreeMap<&str, u32> = BTreeMap::new();
    for ((call, thread), count) in counts {
        if own.contains(thread) {
            let most = most.entry(call).or_default();
            *most = count.max(*most);
        }
    }
    let mut moments: Vec<(String, u32)> = Vec::new();
    for (call, count) in most {
        moments.extend((1..=count).map(|occurrence| (call.to_string(), occurrence)));
    }
    let with = |signal: Signal| move |(call, occurrence)| Point { call, occurrence, signal };
    signals.iter().flat_map(|&signal| moments.iter().cloned().map(with(signal))).collect()
}

/// The threads of the program itself.
pub(crate) fn own_threads(calls: &[Call]) -> BTreeSet<&str> {
    let mut own: BTreeSet<&str> = calls.iter().take(1).map(|call| call.thread.as_str()).collect();
    for call in calls.iter().filter(|call| call.arguments.iter().any(|argument| argument.contains("CLONE_THREAD"))) {
        if own.contains(call.thread.as_str()) {
            own.extend(call.result.as_deref());
        }
    }
    own
}

/// The program with everything it does written to this file.
pub(crate) fn counting(user: &User, trace: &Path) -> Command {
    let mut command = user.command("strace");
    command.args(["-f", "-qq", "-s", "0", "-o"]).arg(trace).arg("--").arg(user.program());
    command
}

/// The program, stopped at this point.
pub(crate) fn stopping(user: &User, point: &Point) -> Command {
    let Point { call, occurrence, signal } = point;
    let mut command = user.command("strace");
    command.args(["-f", "-qq", "-o", "/dev/null", "-e"]).arg(format!("trace={call}"));
    command.arg("-e").arg(format!("inject={call}:signal={}:when={occurrence}", signal_name(*signal)));
    command.arg("--").arg(user.program());
    command
}

/// What changes files, and what writes at all.
const CHANGES: &str = "trace=open,openat,creat,write,writev,pwrite64,ftruncate,truncate,fsync,fdatasync,rename,renameat,\
                       renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,mkdir,mkdirat,chmod,fchmod,fchmodat,execve,clone,clone3";

/// The program with every change to files, and everything it writes, in this file.
pub(crate) fn watching(user: &User, trace: &Path) -> Command {
    let mut command = user.command("strace");
    command.args(["-f", "-y", "-qq", "-s", "1000000", "-e", CHANGES, "-o"]).arg(trace).arg("--").arg(user.program());
    command
}

/// A system call with its arguments as strace writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) thread: String,
    pub(crate) name: String,
    pub(crate) arguments: Vec<String>,
    /// What it gave back; not known when it only begins.
    pub(crate) result: Option<String>,
}

impl Call {
    pub(crate) fn has_succeeded(&self) -> bool {
        self.result.as_ref().is_some_and(|result| !result.starts_with('-'))
    }
}

/// The calls of a trace: first each as it begins, and then as it ends.
pub(crate) fn calls(trace: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut begun: BTreeMap<&str, String> = BTreeMap::new();
    for line in trace.lines() {
        let Some((thread, rest)) = line.split_once(' ') else { continue };
        let rest = rest.trim_start();
        if let Some(beginning) = rest.strip_suffix(" <unfinished ...>") {
            calls.extend(call(thread, beginning, None));
            begun.insert(thread, beginning.into());
        } else if let Some((_, end)) = rest.strip_prefix("<... ").and_then(|rest| rest.split_once(" resumed>")) {
            let whole = begun.remove(thread).unwrap_or_default() + end;
            calls.extend(finished(thread, &whole));
        } else if let Some(done) = finished(thread, rest) {
            calls.push(Call { result: None, ..done.clone() });
            calls.push(done);
        }
    }
    calls
}

fn finished(thread: &str, text: &str) -> Option<Call> {
    let (beginning, result) = text.rsplit_once(") ")?;
    let result = result.trim_start().strip_prefix("= ")?;
    call(thread, beginning, result.split(' ').next())
}

fn call(thread: &str, text: &str, result: Option<&str>) -> Option<Call> {
    let (name, arguments) = text.split_once('(')?;
    Some(Call {
        thread: thread.into(),
        name: name.into(),
        arguments: split(arguments),
        result: result.map(String::from),
    })
}

/// The arguments: commas inside strings and brackets belong to them.
fn split(text: &str) -> Vec<String> {
    let (mut arguments, mut depth, mut in_string, mut escaped) = (vec![String::new()], 0, false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            '[' | '{' | '<' if !in_string => depth += 1,
            ']' | '}' | '>' if !in_string => depth -= 1,
            ',' if !in_string && depth == 0 => {
                arguments.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = arguments.last_mut() {
            last.push(c);
        }
    }
    arguments.into_iter().map(|argument| argument.trim().to_string()).collect()
}

/// The bytes of a string as strace writes it.
pub(crate) fn unquoted(argument: &str) -> Vec<u8> {
    let inside = argument.split_once('"').and_then(|(_, rest)| rest.rsplit_once('"')).map_or("", |(inside, _)| inside);
    let mut bytes = Vec::new();
    let mut rest = inside.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let octal = rest.iter().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
        if octal > 0 {
            let value = rest[..octal].iter().fold(0_u32, |value, digit| value * 8 + u32::from(digit - b'0'));
            bytes.push(value.to_le_bytes()[0]);
            rest = &rest[octal..];
        } else if let [letter, tail @ ..] = rest {
            bytes.push(match letter {
                b'n' => b'\n',
                b't' => b'\t',
                b'r' => b'\r',
                b'v' => 11,
                b'f' => 12,
                other => *other,
            });
            rest = tail;
        }
    }
    bytes
}

/// The bytes of every string in an argument: some calls have several.
pub(crate) fn strings(argument: &str) -> Vec<Vec<u8>> {
    let (mut strings, mut begin, mut escaped) = (Vec::new(), None, false);
    for (at, byte) in argument.bytes().enumerate() {
        match (byte, begin) {
            _ if escaped => escaped = false,
            (b'\\', Some(_)) => escaped = true,
            (b'"', None) => begin = Some(at),
            (b'"', Some(from)) => {
                strings.push(unquoted(&argument[from..=at]));
                begin = None;
            }
            _ => {}
        }
    }
    strings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_counted_by_thread_and_other_programs_left_out() {
        let trace = "7 write(1, \"\") = 0\n7 clone3({flags=CLONE_VM|CLONE_THREAD}, 88) = 8\n7 write(1, \"\") = 0\n\
                     8 write(1, \"\" <unfinished ...>\n7 --- SIGINT ---\n8 <... write resumed>) = 0\n\
                     8 vfork() = 9\n9 read(0, \"\", 1) = 0\n7 exit_group(0) = ?\n";
        let points: Vec<String> = points(trace, &[Signal::KILL]).iter().map(ToString::to_string).collect();
        let expected = ["clone3 1", "exit_group 1", "vfork 1", "write 1", "write 2"];
        assert_eq!(points, expected.map(|call| format!("SIGKILL at {call}")));
    }

    #[test]
    fn calls_have_a_beginning_and_an_end() {
        let trace = "7 write(5</a/b,c>, \"x\\n1, \\\"2\\\"\", 9 <unfinished ...>\n8 fsync(6</a>) = 0\n7 <... write resumed>) = 9\n\
                     7 rename(\"a\", \"b\") = -1 ENOENT (No such file or directory)\n";
        let calls = calls(trace);
        let names: Vec<_> = calls.iter().map(|call| (call.name.as_str(), call.result.as_deref())).collect();
        let expected = [
            ("write", None),
            ("fsync", None),
            ("fsync", Some("0")),
            ("write", Some("9")),
            ("rename", None),
            ("rename", Some("-1")),
        ];
        assert_eq!(names, expected);
        assert_eq!(calls[3].arguments[0], "5</a/b,c>");
        assert_eq!(unquoted(&calls[3].arguments[1]), b"x\n1, \"2\"");
        assert_eq!(strings(r#"[{iov_base="a\"", iov_len=2}, {iov_base="b", iov_len=1}]"#), [&b"a\""[..], b"b"]);
        assert_eq!(unquoted(r#""\33[1m\0019\t""#), b"\x1b[1m\x019\t");
    }
}
