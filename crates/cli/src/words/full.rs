//! What the full screen says of its own.

use std::fmt::Display;

use duel::Move;

super::words! {
    // What keys are called.
    enter_key() "Enter";
    escape_key() "Esc";
    tab_key() "Tab";
    left_key() "Left";
    right_key() "Right";
    left_and_right_keys() "Left/Right";
    up_and_down_keys() "Up/Down";
    up_key() "Up";
    down_key() "Down";
    home_key() "Home";
    end_key() "End";
    arrow_keys() "Arrow keys";
    digit_keys() "0-9 and /";
    suspend_key() "Ctrl-Z";
    redraw_key() "Ctrl-L";
    letter_keys() "A-Z";

    // What keys do, in the last line of a screen.
    menu() "menu";
    quit() "quit";
    rules() "rules";
    review() "review";
    help() "help";
    choose() "choose";
    settings() "set up";
    play() "play";
    change() "change";
    type_it() "type";
    books() "books";
    resume() "resume";
    puzzle() "puzzle";
    take() "take";
    undo() "undo";
    redo() "redo";
    turn_around() "turn round";
    new_chain() "new";
    other_size() "other size";
    /// In the menu, by its key.
    longest_by_key() "c longest chain";
    hint() "hint";
    /// What the sign of a move means that matters, right or wrong.
    matters() "it is one of these";
    /// Before a strip of signs: who was winning before each move of a game.
    winning() "Who was winning:";
    /// What a bar in it means.
    it_turned() "here it turned";
    only_turning_point() "This is the only turning point.";
    /// What it means that two numbers have the same letter.
    answered() "same letter: your answer";
    exact() "exact";
    pairs() "pairs";
    resign() "resign";
    save() "save";
    go_on() "go on";
    leave_it() "leave it";
    turning_point() "turning point";
    next_round() "next round";
    rematch() "again";
    fair_start() "fair start";
    save_record() "save record";
    answer_with_it() "answer";
    show_the_answer() "show the answer";
    another_one() "another one";
    any_grade() "grade: any";
    grade(grade: &str) "grade: {grade}";
    share() "share";
    any_theme() "theme: any";
    theme(theme: &str) "theme: {theme}";
    delete() "delete";
    back() "back";
    on() "on";
    to_the_start() "start";
    to_the_end() "end";
    /// What Esc leads back to.
    the_end() "the end";
    the_game() "the game";
    the_review() "the review";
    the_puzzle() "the puzzle";
    the_lesson() "the lesson";
    win_it() "win it";
    play_on() "play on";
    play_on_from_here() "Play on from here";
    you_have_the_turn() "You move next. Choose whom to play against.";
    they_have_the_turn(name: &str) "{name} moves next. Choose whom to play against.";
    opponent() "opponent";
    change_turn() "who is next";
    /// What Esc leads back to.
    the_list() "the list";
    // What somebody has done.
    what_you_have_done() "What you have done: finished games";
    /// While somebody types what is searched for.
    searching(searched: &str) "Search: {searched}_";
    searched(searched: &str) "Finished games with: {searched}";
    search() "search";
    stats() "stats";
    games() "games";
    done() "done";
    all_games() "all games";
    nothing_found() "No game has all of that in it.";
    really_delete_game(game: &str) "Delete this one? {game} y for yes, any other key for no.";
    deleted_game(game: &str) "Deleted: {game}.";
    more() "more";
    up() "up";

    // Every window.
    too_small(columns: u16, rows: u16) "Please make the window larger: {columns} columns and {rows} rows will do.";

    // The menu.
    divisor_duel() "DIVISOR DUEL";
    motto() "be the last who can move";
    against() "Against";
    a_person() "a person at this keyboard";
    /// A computer that was found.
    on_auto(opponent: &str) "auto: {opponent}";
    /// And what it can do.
    about_computer(opponent: &str, sees: &str) "{opponent} {sees}.";
    a_program() "a program";
    names() "Names";
    usual_names() "as usual (type others: Ada,Bo)";
    first_move() "First move";
    you_start() "you";
    the_other_one_starts() "the other one";
    the_computer_starts() "the computer";
    in_turns_you() "in turns; this time you";
    in_turns_they() "in turns; this time the computer";
    the_program_starts() "the program";
    a_toss_decides() "a toss decides";
    pool() "Pool";
    pool_range(first: u64, last: &str) "{first} to {last}";
    numbers_on_the_table() "Numbers";
    prime_start(number: u64) "{number} is prime: whoever moves first has lost already.";
    type_others(numbers: &str) "{numbers} (type others, such as 60,84,90)";
    help_given() "Help";
    help_usual() "legal numbers are shown, advice for everybody";
    legal_hidden() "find the legal numbers yourself";
    advice_for_you() "advice for you alone";
    advice_for_them() "advice for the other one alone";
    no_advice() "no advice";
    fair_start_label() "Fair start";
    fair_start_yes() "yes: the first pick must not be a prime";
    fair_start_no() "no";
    match_of_rounds() "Match";
    one_game() "one game (type 3 for best of 3)";
    start_alternates(rounds: &str) "{rounds}, the start alternates";
    play_button() "[ Play ]";
    kept(id: u32) "Game {id} is kept; r takes it up again.";
    game_not_saved() "The game was not saved.";
    nothing_to_go_on_with() "there is no unfinished game, and no record in this folder";

    // A board and what its signs mean.
    prime() "prime";
    can_be_picked() "can be picked";
    divisor() "divisor";
    multiple() "multiple";
    /// The last pick.
    last() "last";
    /// Where the cursor is.
    chosen() "chosen";
    partner() "partner";
    wins() "wins";
    loses() "loses";
    /// In a review, the move that was made.
    was_played() "played";
    /// In a review, a move that would have won.
    would_win() "wins";

    // A game.
    score(first: &str, one: u32, two: u32, second: &str) "{first} {one} : {two} {second}";
    round(round: u32, most: u32) "round {round} of {most}";
    not_saved() "not saved";
    move_number(number: usize) "Move {number}";
    is_thinking() "Thinking.";
    enter_shows_the_move() "Enter shows the move.";
    choose_again(why: &str) "{why} Choose again.";
    really_resign() "Do you resign? y for yes, any other key for no.";
    really_resign_by_name(name: &str) "{name}, do you resign? y for yes, any other key for no.";
    goes_on_unsaved(problem: &str) "The game goes on, but it is not saved: {problem}.";
    could_not_save(problem: &dyn Display) "It could not be saved: {problem:#}. The game goes on.";
    could_not_keep(problem: &dyn Display) "It could not be saved: {problem:#}. m again goes to the menu without it.";
    leave_unsaved() "The game is not saved. q again leaves without it.";

    // A live game.
    /// In the title, while the server cannot be reached.
    no_connection() "no connection";
    propose_take_back() "take back";
    agree() "agree";
    decline() "decline";
    withdraw() "withdraw";
    go_there() "go there";
    claim() "claim";
    /// In the title, of whoever has the turn.
    time_left(clock: &str) "{clock} left";
    /// What stands in the place of a prompt.
    sending() "On its way to the server.";
    is_waited_for(name: &dyn Display) "{name} is thinking.";
    is_away(name: &dyn Display) "{name} is away.";
    is_late(name: &dyn Display) "{name} has run out of time. c claims the game.";
    has_not_moved(name: &dyn Display) "{name} has not moved for three days. c claims the game.";
    is_late_for_the_next_round(name: &dyn Display) "{name} is late for the next round. c begins it.";
    seat_is_open() "Nobody has taken the other seat yet.";
    you_watch() "You watch.";
    ended(reason: &str) "{reason} Nothing more will happen here.";

    // What is found out about a position.
    thinking() "Thinking. Esc stops it.";
    stopped() "Stopped.";
    too_hard() "This position is too hard for that.";
    every_move_wins() "Every move wins.";
    every_move_loses() "Every move loses against best play.";
    one_move_wins(chosen: Move) "One move wins: {chosen}.";
    some_moves_win(winning: usize, legal: usize) "{winning} of {legal} moves win.";

    // The end of a game.
    were_winning(number: usize) "You were winning at move {number}. Enter: find it on the board.";
    were_winning_and_played(number: usize, played: Move)
        "You were winning at move {number}, and played {played}. Enter: find it on the board.";
    find_it(number: usize) "Move {number}, and you were winning. Find the winning move.";
    to_somebody(name: &str, sentence: &str) "{name}: {sentence}";
    offer_fair_start(rule: &str) "Over after one pick? Fair start (f): the first pick must be {rule}.";
    record_is_in(file: &dyn Display) "The record is in {file}.";
    record_is_already_in(file: &dyn Display) "The record is in {file} already.";
    record_written(file: &str) "The record is in {file}. Look at it with: divisor-duel review {file}";
    record_not_written(problem: &dyn Display) "The record could not be written: {problem:#}";
    record_lost_game_kept(problem: &dyn Display, id: u32)
        "The record could not be written: {problem:#}. The game is kept: divisor-duel resume {id} --record FILE";
    record_and_game_lost(problem: &dyn Display, lost: &dyn Display)
        "The record could not be written: {problem:#}. And the game is not kept: {lost:#}";

    // A review.
    one_against_other(one: &str, other: &str) "{one} against {other}";
    page(number: usize, count: usize) "move {number} of {count}";
    /// Where an unfinished game stands.
    so_far() "so far";
    move_made(number: usize, name: &str, played: Move) "{number}. {name}: {played}";
    move_judged(number: usize, name: &str, played: Move, judged: &str) "{number}. {name}: {played}, {judged}";
    the_loser(fault: &str) "The loser {fault}.";
    looking() "Looking at every move.";
    too_hard_to_review() "This game is too hard to review.";

    // Puzzles.
    puzzles() "Puzzles";
    looking_for_a_puzzle() "Looking for a puzzle.";
    streak_not_counted(problem: &dyn Display) "The streak is not counted: {problem:#}";

    // Lessons.
    /// The line of the menu for those who have done nothing yet.
    new_here() "New here? l: a first game, two minutes";
    /// And for everybody else, with its key.
    lessons_done(done: usize, count: usize) "l lessons: {done} of {count} done";
    lessons() "Lessons";
    how_many_lessons(done: usize, count: usize) "{done} of {count} done";
    learn() "learn";
    next_lesson() "next lesson";
    play_again() "again";
    the_steps() "the steps";
    the_lessons() "lessons";
    steps_and_a_game(count: usize) "{count} steps and a game", count == 1: "{count} step and a game";

    // Saved games and records.
    live(game: &str) "{game}, live";
    /// Above what somebody looks up during a live game.
    called() " You are wanted in the game: Esc leads back to it.";
    go_on_live(link: &str) "This game is live. Go on with: divisor-duel join {link}";
    games_and_records() "Games to go on with, and records to look at";
    finished(game: &str) "{game}, finished";
    damaged() "damaged";
    really_delete(id: u32) "Delete game {id}? y for yes, any other key for no.";
    deleted(id: u32) "Game {id} is deleted.";
    really_forget(label: &str) "Take {label} off this list? Its link still leads to it. y for yes, any other key for no.";
    forgotten(label: &str) "{label} is off the list.";
    /// To a live game.
    live_goes_on() "The live game goes on without you: r comes back to it.";
    on_the_way_there() "On the way there. Esc stops it.";

    // The rules of a book.

    // The page of keys.
    keys() "Keys";
    about_arrows() "move over the legal numbers";
    about_digits() "type a number; a division of several numbers is typed 84/7";
    about_enter() "take the number under the cursor, or the one you typed; a click does the same";
    about_escape() "wipe what was typed; stop a long computation";
    about_undo() "take the last move back";
    about_hint() "where to look, then the moves that matter, then the move and why (counted)";
    about_exact() "the exact verdict of every legal move (counts as a hint)";
    about_pairs() "the pairing: every number with its partner (counts as a hint)";
    about_rules() "the rules of this book";
    about_play_on() "another game from this position, against anybody; this one is kept";
    about_save() "save the game; after the end, write its record to a file";
    about_menu() "back to the menu; the game is kept";
    about_quit() "leave; the game is saved and can be resumed";
    about_live_save() "write the game's record to a file";
    about_live_menu() "back to the menu; the server keeps the game, and r in the menu comes back to it";
    about_live_quit() "leave; the server keeps the game, and the same link comes back to it";
    about_suspend() "suspend; fg comes back";
    about_redraw() "draw everything anew";
    at_the_end() "At the end";
    keys_at_the_end()
        "n is the same game again or the next round, f the same with a fair start, v a review, o another game from where it turned, s writes the record to a file; Enter asks for the turning point on the board (h says what to look for, a shows the answer, Esc leaves it), and then Esc leads to the menu";
    in_a_live_game() "Live game";
    keys_in_a_live_game()
        "u asks to take your last move back, y agrees to what the other one asks, d declines it, r resigns, c claims the game from somebody whose time is up (the limit, or three days without one) and begins the next round without them; at the end n asks for the next round or for the same again, and g goes to what the other one would like to play next; there is no advice";
    in_the_list() "In the list";
    keys_in_the_list() "Enter goes on with a game or reviews a record, v reviews, d deletes an unfinished or a finished game; / searches finished games, s counts them";
    in_the_menu() "In the menu";
    keys_in_the_menu()
        "up and down choose a book, Enter twice plays; Tab goes to the settings, left and right change them, Enter plays; i has the rules, l lessons, r saved games and records, d the puzzle of the day, p puzzles of this book, c the longest chain, alone, h what you have done";
    in_a_review() "In a review";
    keys_in_a_review() "left, right, home, end; t is the next turning point, o plays on from there (after the end: from where it turned), i the rules, Esc back";
    in_a_lesson() "In a lesson";
    keys_in_a_lesson() "a right move leads on; h says what to look for, a shows the answer; after the game n is the next lesson or the game again, l the steps or the list";
    chain() "Chain:";
    /// How far a chain reaches is being found out.
    looking_ahead() "Looking how far it reaches …";
    in_a_chain() "Longest chain";
    keys_in_a_chain() "u takes the last number back, y puts it there again, t turns the chain round to go on at its other end, h says how many can still follow, n begins another one, g is another size";
    in_a_puzzle() "In a puzzle";
    keys_in_a_puzzle() "h says where to look, a shows the answer, then w wins it against the best defence; o plays on from there, n is another one, g another grade, t another theme, s what to share of the puzzle of the day";
}
