//! Whole games as they look: every `.toml` here is a command, with what is typed, what is shown, and the exit code.

#[test]
fn transcripts() {
    let data = tempfile::tempdir().unwrap();
    trycmd::TestCases::new()
        .env("XDG_DATA_HOME", data.path().to_str().unwrap())
        .env("XDG_CONFIG_HOME", data.path().to_str().unwrap())
        // Whoever runs the tests may like colour; the transcripts are plain.
        .env("NO_COLOR", "1")
        .case("tests/transcripts/*.toml")
        .case("tests/transcripts/*.trycmd")
        .run();
}
