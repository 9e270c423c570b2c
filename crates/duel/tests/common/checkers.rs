//! The two checkers of proofs, asked about the bytes of files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use duel::PLAYABLE_NUMBERS;
use duel::solve::{Proof, Watch, check, check_answer};
use duel::speech::English;

/// What a file proves, or where it breaks.
pub(crate) type Verdict = Result<String, String>;

/// A driver that puts many files, each a line of hexadecimal digits, through docs/check_proof.py, and prints a verdict a line.
const MANY: &str = "
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location('check_proof', sys.argv[1])
checker = importlib.util.module_from_spec(spec)
spec.loader.exec_module(checker)
for line in sys.stdin:
    holds, said = checker.judge(bytes.fromhex(line))
    print(json.dumps({'Ok' if holds else 'Err': said}))
";

pub(crate) fn in_docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

/// What our own checker says.
pub(crate) fn ours(file: &[u8]) -> Verdict {
    if file.starts_with(br#"{"answer":"#) {
        let mut reader = serde_json::Deserializer::from_slice(file);
        let answered = check_answer(&mut reader, PLAYABLE_NUMBERS, &mut Watch::forever());
        let answered = answered.and_then(|answered| reader.end().map(|()| answered));
        return answered.map(|answered| answered.english()).map_err(|error| error.to_string());
    }
    let proof: Proof = serde_json::from_slice(file).map_err(|error| error.to_string())?;
    check(&proof).map(|proved| proved.english()).map_err(|broken| broken.to_string())
}

/// What the stand-alone checker says of each file.
pub(crate) fn theirs<F: AsRef<[u8]>>(files: &[F]) -> Vec<Verdict> {
    let mut python = Command::new("python3")
        .args(["-c", MANY])
        .arg(in_docs("check_proof.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs the stand-alone checker");
    let hexadecimal = |file: &[u8]| file.iter().map(|byte| format!("{byte:02x}")).collect::<String>() + "\n";
    let lines: String = files.iter().map(|file| hexadecimal(file.as_ref())).collect();
    let mut stdin = python.stdin.take().unwrap();
    let typist = std::thread::spawn(move || stdin.write_all(lines.as_bytes()).unwrap());
    let output = python.wait_with_output().unwrap();
    typist.join().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let verdicts: Vec<Verdict> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(verdicts.len(), files.len());
    verdicts
}
