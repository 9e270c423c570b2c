//! Bots that mean no good, each in an arena of its own inside a process namespace with a limit on processes, so that a failure
//! ends there. Whatever they do, the table is right and nothing of them is left.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use serde_json::Value;

use crate::hall::{Hall, each};
use crate::report::Tally;
use crate::user::User;

const GAMES: u64 = 4;
/// The first of the users that the bots run as; each arena has one of its own, because processes are counted by user.
const FIRST_USER: usize = 40_000;
/// What the referee's environment holds and no bot may see.
const SECRET: &str = "sesame-4711";

/// Answers every position with its first legal move.
const HONEST: &str = r#"sed -un 's/.*"legal":\[\([^],]*\).*"outcome":null.*/\1/p'"#;

/// A process that is gone as soon as it is seen, and has left another one like it.
const COMET: &str = "perl -MPOSIX -e 'while (1) { _exit 0 if fork }'";

/// What must come of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// It loses every game by what it does, and the other one none.
    Loses,
    /// The same, because it does not answer: it is given little time.
    LosesOnTime,
    /// Its moves are good, and it gets them counted.
    Plays,
    /// It may win or lose, but every game is played.
    IsPlayed,
    /// It is at the arena's own things: either all games are there, or the arena says what happened and fails.
    Meddles,
    /// It kills the referee: nothing of it is left nevertheless.
    KillsTheReferee,
}
use Fate::{IsPlayed, KillsTheReferee, Loses, LosesOnTime, Meddles, Plays};

/// Bots by name; `HONEST` in a command stands for an honest bot, `COMET` for a comet.
const BOTS: &[(&str, Fate, &str)] = &[
    ("honest", Plays, "HONEST"),
    ("garbage", Loses, "while read -r l; do echo hello; done"),
    ("no-text", Loses, r"while read -r l; do printf '\377\000\376\n'; done"),
    ("illegal", Loses, r#"sed -un 's/.*"outcome":null.*/99/p'"#),
    ("claims", Loses, r#"while read -r l; do echo '{"winner":1}'; done"#),
    ("two-lines", Loses, r#"sed -un 's/.*"legal":\[\([^],]*\).*"outcome":null.*/\1\n\1/p'"#),
    ("flood", Loses, "yes"),
    ("endless-line", Loses, "cat /dev/zero"),
    ("crash", Loses, "read -r l; exit 3"),
    ("segfault", Loses, "read -r l; kill -SEGV $$"),
    ("missing", Loses, "no-such-program-anywhere"),
    ("closed", Loses, "exec >&-; sleep 1000"),
    ("unfinished", Loses, "read -r l; printf 2"),
    ("silent", LosesOnTime, "cat >/dev/null"),
    ("sleeper", LosesOnTime, "sleep 1000"),
    ("stubborn", LosesOnTime, "trap '' TERM INT HUP; while :; do sleep 1000; done"),
    ("stopped", LosesOnTime, "kill -STOP $$"),
    ("spinner", LosesOnTime, "while :; do :; done"),
    ("stopped-group", LosesOnTime, "kill -STOP 0"),
    ("screamer", Plays, "yes scream >&2 & HONEST"),
    ("child", Plays, "sleep 1000 & HONEST"),
    ("orphan", Plays, "(sleep 1000 &); HONEST"),
    ("session", Plays, "setsid sleep 1000 & HONEST"),
    ("daemon", Plays, "setsid sh -c 'trap \"\" TERM HUP INT; (setsid sleep 1000 &); sleep 1000' & HONEST"),
    ("no-environment", Plays, "env -i setsid sleep 1000 & HONEST"),
    ("stopped-child", Plays, "(sh -c 'kill -STOP $$' &); HONEST"),
    ("many", Plays, "i=0; while [ $i -lt 40 ]; do setsid sleep 1000 & i=$((i + 1)); done; HONEST"),
    ("comet", Plays, "COMET & HONEST"),
    ("session-comet", Plays, "perl -MPOSIX -e 'while (1) { setsid; _exit 0 if fork }' & HONEST"),
    ("swarm", IsPlayed, "i=0; while [ $i -lt 60 ]; do COMET & i=$((i + 1)); done; HONEST"),
    ("nova", IsPlayed, "perl -MPOSIX -e 'while (1) { fork; _exit 0 if fork }' & HONEST"),
    ("fork-bomb", LosesOnTime, "perl -e 'fork while 1'"),
    ("late-comet", Plays, "HONEST; i=0; while [ $i -lt 60 ]; do COMET & i=$((i + 1)); done"),
    ("warden-killer", IsPlayed, "kill -KILL $PPID; (setsid sleep 1000 &); HONEST"),
    ("warden-stopper", IsPlayed, "kill -STOP $PPID; (setsid sleep 1000 &); HONEST"),
    ("referee-killer", KillsTheReferee, "(setsid sleep 1000 &); REFEREE; kill -KILL $referee; cat"),
    (
        "comet-referee-killer",
        KillsTheReferee,
        "i=0; while [ $i -lt 60 ]; do COMET & i=$((i + 1)); done; REFEREE; kill -KILL $referee; cat",
    ),
    (
        "reader",
        Plays,
        "for p in /proc/[0-9]*; do tr '\\0' '\\n' <$p/environ; done 2>/dev/null | grep -a SECRET >found; HONEST",
    ),
    ("journal-eater", Meddles, ": >arena.duel; HONEST"),
    ("journal-remover", Meddles, "rm -f arena.duel; HONEST"),
    ("journal-swapper", Meddles, "mv arena.duel other.duel; cp other.duel arena.duel; HONEST"),
    ("disk-filler", Meddles, "cat /dev/zero >large; HONEST"),
];

/// A bot finds the referee as the parent of its parent, if it can see it; one that cannot has nobody to kill.
const FIND_THE_REFEREE: &str = "read -r _ _ _ referee _ </proc/$PPID/stat; [ \"$referee\" -gt 1 ] || exit 3";

/// Runs in the namespace as its first process: an arena on a small disk of its own, and then a look at who is left. Processes that
/// were killed a moment ago are given a while to be gone.
const INSIDE: &str = r#"
mount -t tmpfs -o size=32m,mode=777 arena arena && cd arena || exit 9
timeout -s KILL 600 $LIMITED prlimit --nproc=150 ../program "$@" >../out 2>../err </dev/null
echo $? >../code
look() {
    left=
    for process in /proc/[0-9]*; do
        [ "$process" = /proc/1 ] && continue
        read -r stat 2>/dev/null <$process/stat || continue
        case $stat in *') Z '*) ;; *) left="$left$stat
";; esac
    done
}
tries=0
look
while [ "$left" ] && [ $tries -lt 1000 ]; do sleep 0.1; tries=$((tries + 1)); look; done
printf %s "$left" >../left
cp arena.duel found .. 2>/dev/null
exit 0
"#;

pub(crate) fn campaign(hall: &Hall, count: usize) -> anyhow::Result<Tally> {
    let bots: Vec<usize> = (0..count.min(BOTS.len())).collect();
    let findings = each(hall, &bots, |&at| {
        let (name, fate, _) = BOTS[at];
        Ok(meet(hall, at)?.into_iter().map(|found| format!("{name} ({fate:?}): {found}")).collect())
    })?;
    let besides = format!("{GAMES} games each, in a namespace with at most 150 processes");
    Ok(Tally { amount: format!("{} bots", bots.len()), findings, besides })
}

/// An arena with one bot and one honest player: what is wrong afterwards.
fn meet(hall: &Hall, at: usize) -> anyhow::Result<Vec<String>> {
    let (name, fate, bot) = BOTS[at];
    let user = User::new(&hall.program)?;
    fs::set_permissions(user.home(), fs::Permissions::from_mode(0o755))?;
    fs::create_dir(user.path("arena"))?;
    fs::copy(&hall.program, user.path("program"))?;
    let bot = bot
        .replace("HONEST", HONEST)
        .replace("COMET", COMET)
        .replace("REFEREE", FIND_THE_REFEREE)
        .replace("SECRET", SECRET);
    let status = namespace(&user, at)
        .args(["arena", "--bot", &format!("{name}={bot}"), "--bot", "ours=level:1", "--games", &GAMES.to_string()])
        .args(["--game", "juniper-green:30", "--opening", "0", "--record", "arena.duel", "--json"])
        .args(if fate == LosesOnTime {
            ["--time", "0.2", "--start-time", "0.3"]
        } else {
            ["--time", "60", "--start-time", "60"]
        })
        .status()?;
    anyhow::ensure!(status.success(), "a namespace cannot be made here: {status}");
    let read = |file: &str| fs::read(user.path(file)).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let text = |file: &str| read(file).unwrap_or_default();
    let (code, errors) = (text("code").trim().to_string(), text("err"));
    let mut wrong = Vec::new();
    // The number, the name and the state of each.
    let left: Vec<String> =
        text("left").lines().map(|stat| stat.split(' ').take(3).collect::<Vec<_>>().join(" ")).collect();
    if !left.is_empty() {
        wrong.push(format!("{} left behind: {}", left.len(), left.join(", ")));
    }
    if code == "137" && fate != KillsTheReferee {
        wrong.push(format!("the arena did not end: {errors}"));
        return Ok(wrong);
    }
    if errors.contains("panicked") || text("found").contains(SECRET) {
        wrong.push(format!("{errors}{}", text("found")));
    }
    let report: Value = serde_json::from_str(&text("out")).unwrap_or_default();
    let faults = ["time", "forfeit", "illegal-number"]
        .iter()
        .filter_map(|kind| report["bots"][0]["losses"][kind].as_u64())
        .sum();
    let written = text("arena.duel").matches("\n[Round ").count() as u64;
    let table = (code.as_str(), report["games"].as_u64(), faults, written);
    let is_right = match fate {
        Loses | LosesOnTime => table == ("0", Some(GAMES), GAMES, GAMES),
        Plays => table == ("0", Some(GAMES), 0, GAMES),
        IsPlayed => (code.as_str(), report["games"].as_u64(), written) == ("0", Some(GAMES), GAMES),
        Meddles if code == "0" => written == GAMES,
        Meddles => !errors.is_empty(),
        KillsTheReferee => true,
    };
    if !is_right {
        wrong.push(format!("exit code, games, faults, games in the file: {table:?}: {errors}"));
    }
    Ok(wrong)
}

/// Why there cannot be such a namespace here, if so.
pub(crate) fn missing() -> Option<String> {
    let Ok(user) = User::new(std::path::Path::new("true")) else { return Some("a folder cannot be made".into()) };
    let script = "command -v perl setpriv prlimit timeout >/dev/null && mount -t tmpfs none /mnt";
    let made = unshare(&user).args(["sh", "-c", script]).output();
    let made = made.is_ok_and(|output| output.status.success());
    (!made).then(|| "it needs unshare with the right to make namespaces, setpriv, prlimit, timeout and perl".into())
}

/// A process namespace in which an ordinary user runs the rest.
fn namespace(user: &User, at: usize) -> Command {
    let mut command = unshare(user);
    command.args(["sh", "-c", INSIDE, "inside"]);
    if is_root() {
        let id = FIRST_USER + at;
        command.env("LIMITED", format!("setpriv --reuid={id} --regid={id} --clear-groups"));
        // Only another user's processes are out of a bot's sight: those around the referee hold the secret too.
        command.env("SOAK_SECRET", SECRET);
    }
    command
}

fn unshare(user: &User) -> Command {
    let mut command = user.command("unshare");
    if !is_root() {
        command.args(["--user", "--map-root-user"]);
    }
    command.args(["--pid", "--fork", "--kill-child", "--mount", "--mount-proc"]);
    command
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
