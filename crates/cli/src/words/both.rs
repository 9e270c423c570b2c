//! What line mode and the full screen both say, and the rooms below them: about boards, puzzles, saved games and files.

use std::fmt::Display;

use duel::Move;

use super::DUEL;

super::words! {
    /// What can be picked or divided.
    legal() "Legal:";
    divided() "Divided:";
    /// No move was made.
    nothing_yet() "nothing yet";
    /// What was taken back, and whose move it was.
    taken_back(undone: Move, name: &str) "Taken back: {undone} by {name}.";
    saved(id: u32) "Saved. Take it up again with: {DUEL}resume {id}";
    saved_again() "The game is saved again.";
    /// People have left.
    left(id: u32) "The game is saved. Take it up again with: {DUEL}resume {id}";
    /// People have left after the end, before that was dealt with.
    left_at_the_end(id: u32) "The game is over, and kept; for its record: {DUEL}resume {id} --record FILE";
    left_unsaved(why: &str) "error: the game could not be saved: {why}";
    holds_an_arena(path: &dyn Display) "{path} holds the games of an arena: {DUEL}review {path} lists them, and review, show and analyze take one with --round";
    no_such_round(path: &dyn Display, round: u64, header: &str) "{path}: there is no game {round}: none has {header}";
    /// What is wrong in a file.
    wrong_in_file(path: &dyn Display, problem: &str) "{path}: {problem}";
    not_a_record(path: &dyn Display, problem: &str) "{path}: this is not a record of a game: {problem}";
    wrong_in_line(path: &dyn Display, line: usize, column: usize, problem: &str) "{path}: line {line}, column {column}: {problem}";
    /// A computer by its name.
    opponent(name: &str, level: u8) "{name}, level {level}";
    /// A finished game: whom somebody beat who played alone.
    you_beat(code: &str, opponent: &str, moves: &str) "{code}: you beat {opponent} ({moves})";
    you_lost_to(code: &str, opponent: &str, moves: &str) "{code}: you lost to {opponent} ({moves})";
    one_beat_other(code: &str, winner: &dyn Display, loser: &dyn Display, moves: &str) "{code}: {winner} beat {loser} ({moves})";
    // What somebody has done.
    no_finished_game() "No finished game is kept yet.";
    games_kept() "The 1,000 newest games are kept.";
    /// In the place of a game's code: the lesson that it belongs to.
    of_lesson(title: &str) "lesson \"{title}\"";
    won_of(won: u32, played: u32) "{won} of {played} won";
    won_in_a_row(streak: u32, best: u32) "Won in a row: {streak}, the best so far {best}.";
    all_of_yours(won: u32, played: u32) "Against computers you have won {won} of {played} games.", played == 1: "Against computers you have won {won} of {played} game.";
    a_program() "a program";
    between_people() "Between people:";
    lessons(done: usize, count: usize) "Lessons: {done} of {count} done.";
    what_counts() "Games of lessons and puzzles do not count as wins.";
    puzzles(solved: u32, tried: u32) "Puzzles solved at the first try: {solved} of {tried}.";
    puzzles_in_a_row(streak: u32, best: u32) "Puzzles in a row: {streak}, the best so far {best}.";
    daily_solved(days: u32) "Puzzle of the day: solved today; {days} days in a row.", days == 1: "Puzzle of the day: solved today; {days} day in a row.";
    daily_open(days: u32) "Puzzle of the day: not solved today; {days} days in a row before.", days == 1: "Puzzle of the day: not solved today; {days} day before.";
    not_finished(path: &dyn Display) "{path}: this is no finished game of a person";
    skipped(why: &str) "left out: {why}";
    no_such_live_game(label: &str) "there is no live game {label} to go on with";
    no_such_game(id: u32) "there is no unfinished game {id}";
    open_elsewhere(id: u32) "game {id} is being played in another window";
    other_game_now(path: &dyn Display) "{path} is another game now; going on in general words";
    rule_file_unread(why: &str) "{why}; going on in general words";
    program_unknown(name: &dyn Display, seat: u8) "{name} is a program, and a record does not say which: {DUEL}resume FILE --p{seat} \"bot:COMMAND\" seats one there, or any other player";
    /// A saved game: what it is, and how long ago.
    saved_game(game: &str, age: &str) "{game}, {age}";
    saved_game_open(game: &str, age: &str) "{game}, {age}, open in another window";
    damaged(why: &str) "damaged: {why}";
    /// Who plays what, and how many moves were made.
    game_so_far(code: &str, one: &dyn Display, two: &dyn Display, moves: &str) "{code}: {one} and {two}, {moves}";
    match_so_far(code: &str, one: &dyn Display, two: &dyn Display, rounds: &str, score: &str, moves: &str) "{code}: {one} and {two} ({rounds}, {score} so far), {moves}";
    moves(count: u64) "{count} moves", count == 1: "{count} move";
    just_now() "just now";
    minutes_ago(count: u64) "{count} minutes ago", count == 1: "{count} minute ago";
    hours_ago(count: u64) "{count} hours ago", count == 1: "{count} hour ago";
    days_ago(count: u64) "{count} days ago", count == 1: "{count} day ago";
    puzzle_title(number: u64, code: &str, grade: &str) "Puzzle {number}: {code}, {grade}";
    daily_title(date: &dyn Display, code: &str, grade: &str) "Puzzle of the day, {date}: {code}, {grade}";
    choose_first() "Choose a number first: by the arrow keys, or by its digits.";
    one_wins() "Your move: one of them wins. Which?";
    /// After a puzzle: what it was about.
    theme(theme: &str) "Theme: {theme}.";
    /// The puzzle of the day in a menu, and what became of it.
    todays_puzzle(book: &str, grade: &str, result: &str) "Puzzle of the day: {book}, {grade}, {result}";
    not_tried() "not tried yet";
    /// Before what can be shared.
    tried_already() "You have tried this one already; it does not count again.";
    progress_damaged(path: &dyn Display) "{path} is damaged; without it the streak begins anew";

    // Lessons.
    lesson_step(title: &str, step: usize, count: usize) "{title}: step {step} of {count}";
    lesson_lost() "Not yet. Play it again, or look at the steps once more.";
    lesson_not_counted(why: &str) "This could not be kept: {why}";
    better(hint: &str) "Better: {hint}";
    an_example() "An example";
    tips() "Tips";
    scoring() "Scoring";
    /// A tip by the name that the book gives it.
    tip(name: &str, text: &str) "{name}: {text}";
    /// What is true of a tip that is not quite true.
    to_be_exact(truth: &str) "To be exact: {truth}";
    code(code: &str) "Code: {code}";

    // The longest chain.
    longest_chain(last: u64) "The longest chain of the numbers 1 to {last}";
    about_longest_chain() "Each next to a divisor or a multiple of it, none twice.";
    next_number() "Next number:";
    /// How a chain stands.
    chain_length(count: usize) "{count} numbers.", count == 1: "{count} number.";
    best_chain(count: usize) "Your best: {count}.";
    longest_is(count: usize) "The longest: {count}.";
    longest_unknown() "The longest: not known.";
    it_is_the_longest() "No chain is longer. Well done.";
    chain_hint(count: usize, next: u64) "At least {count} more can follow, if you take {next} next.", count == 1: "At least {count} more can follow: {next}.";
    no_number_to_take_back() "There is no number to take back.";
    no_number_to_put_back() "There is no number to put back.";
    chain_not_kept(why: &str) "This chain is not kept: {why}";
    chains_damaged(path: &dyn Display, line: usize) "{path} is damaged in line {line}; it stays as it is";

    // Why a position is won.
    no_pairing() "This position is decided by search. No pairing proves it; the list of all replies that win does, and analyze --proof writes it.";
    nim(heaps: &str) "A division game is Nim, and every number a heap: its prime factors less one. {heaps}.";
    /// One of those heaps.
    heap(number: u64, size: usize) "{number} is {size}";
    leaves_only_one(chosen: Move) "{chosen} leaves them nothing but 1.";
    only_one_is_left() "1 is all that is left to take.";
    no_pair_has(chosen: Move) "Pair the others off, and {chosen} is left over. Take it: whatever they take, answer with its partner. You always have one.";
    closes_a_pair(chosen: Move, last: u64) "{chosen} is the partner of {last}. Take it: whatever they take, answer with its partner. You always have one.";
    all_are_answered() "Whatever you take, they can answer with its partner: this is lost if they do.";
    all_are_answered_or_leave_one()
        "Whatever you take, they can answer with its partner, or it leaves nothing but 1, which loses too: this is lost if they do.";
    one_is_answered_by(number: u64) "Taking 1 is answered by {number}.";

    // A live game.
    seats_damaged(path: &dyn Display) "{path} is damaged; without it nobody knows which seat is yours";
    seats_of_newer_version(path: &dyn Display, version: u32, known: u32) "{path} is of version {version} of its format, and this program reads up to {known}";
    /// A round that is over cannot be kept among the finished games, or how a game stands that is not.
    live_not_kept(why: &str) "This game is not kept on this device: {why}";
    /// How much time is left, as a clock shows it.
    minutes_and_seconds(minutes: u64, seconds: u64) "{minutes}:{seconds:02}";
    hours_and_minutes(hours: u64, minutes: u64) "{hours} h {minutes} min";
    has_come(name: &dyn Display) "{name} has come.";
    program_has_come(name: &dyn Display) "{name} has come: a program plays there.";
    proposes_take_back(name: &dyn Display) "{name} would like to take the last move back.";
    proposes_rematch(name: &dyn Display) "{name} would like to play again.";
    proposes_next_round(name: &dyn Display) "{name} is ready for the next round.";
    take_back_proposed(name: &dyn Display) "{name} is asked whether your last move may be taken back.";
    rematch_proposed(name: &dyn Display) "{name} is asked for another game.";
    wants_to_play(name: &dyn Display, title: &str) "{name} would like to play something else: {title}.";
    rematch_proposed_away(name: &dyn Display) "{name} is asked for another game, and is not here.";
    next_round_proposed(name: &dyn Display) "{name} is asked for the next round.";
    your_time_is_up(name: &dyn Display) "Your time is up: {name} can claim the game. Move quickly.";
    not_your_turn(name: &dyn Display) "It is not your turn: {name} moves.";
    would_rather_not(name: &dyn Display) "{name} would rather not: a move is asked back once.";
    has_declined(name: &dyn Display) "{name} has declined.";
    has_withdrawn(name: &dyn Display) "{name} has changed their mind.";
    you_declined() "You have declined.";
    you_withdrew() "You ask for it no more.";
    no_longer_proposed() "Nothing is asked for any more.";

    // What is remembered of what people chose.
    /// The first line of the file.
    about_settings() "What was chosen last in the menus of Divisor Duel. Change it as you like; divisor-duel settings --forget removes it.";
    /// Nothing is taken from the file.
    settings_strange(path: &dyn Display, line: usize, problem: &str) "{path}, line {line}: {problem}; nothing is taken from this file, and it stays as it is";
    settings_meant(problem: &str, meant: &str) "{problem}; did you mean \"{meant}\"?";
    settings_not_kept(why: &str) "not remembered: {why}";
    no_such_opponent() "an opponent is human, or a computer: auto, mole, hare, fox, owl, euclid, or level:1 to level:5";
    no_such_names() "one name, or two with a comma between them, such as Ada,Bo";
    same_names() "the two players need different names";
    no_such_first() "who moves first is 1, 2 or toss";
    no_such_advice() "advice is for both, 1, 2 or none";
    no_such_rounds() "a number of rounds, such as 4 or best of 3";
}
