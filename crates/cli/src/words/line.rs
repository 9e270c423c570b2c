//! What line mode and the commands say of their own.

use std::fmt::Display;

use super::DUEL;

super::words! {
    // The board. A label stands in front of a list.
    free() "Free:";
    on_the_table() "On the table:";
    taken() "Taken:";
    /// In front of the last moves of a long game: how many are not shown.
    moves_not_shown(count: usize) "({count} before)";
    /// Behind a move: it was made by whoever reads this.
    by_you() "you";
    by_the_computer() "the computer";
    /// Or by the other one, in a riddle.
    by_them() "they";

    /// A list by its name.
    list(name: &str, listed: &str) "{name}: {listed}";
    winning() "Winning";
    losing() "Losing";
    none() "none";
    pairs() "Pairs";
    pair(one: u64, two: u64) "{one} with {two}";
    more_pairs(count: usize) "and {count} more";
    /// Numbers in a row.
    range(first: u64, last: u64) "{first}-{last}";
    steps(first: u64, last: u64, step: u64) "{first} to {last} in steps of {step}";
    /// What legal numbers among others are marked by.
    legend() "* marks what is legal.";

    // A game.
    /// Who plays whom: the computer by the name and the number of its level, and what that level can do.
    you_play(opponent: &str, level: u8, about: &str) "You play against the computer: {opponent}, level {level} ({about}).";
    really_resign() "Give the game up? (y to do it, Enter to go on):";
    play_again() "Play again? (y, review, from 3 fox, or Enter to stop):";
    /// What was typed is no answer to a question: what can be.
    type_one_of(answers: &str) "Type one of these: {answers}, quit. Or only Enter.";
    turns_are_brief() "Turns are short.";
    turns_are_whole() "Turns are in the words of the book.";
    /// Short turns: what can be picked first, where a rule says it in fewer words than a list.
    first_of(rule: &str, numbers: &str) "Legal: {rule}, of {numbers}.";
    too_hard_to_judge() "This position is too hard to judge.";
    /// There is nothing to take back.
    nothing_to_take_back() "There is no move to take back.";
    /// A hint would take too long to find.
    too_hard_for_a_hint() "This position is too hard for a hint.";
    /// After the reason why a number is not legal.
    choose_again() "Choose again, or type moves to see what is legal.";
    /// A game is taken up again: its book, who moved first, and the other one.
    they_go_on(title: &str, one: &str, two: &str) "{title}. {one} and {two} go on.";
    /// The same where somebody plays alone: whom.
    you_go_on(title: &str, opponent: &dyn Display) "{title}. You and {opponent} go on.";
    /// A game was over after its first pick.
    fair_start(rule: &str, command: &str) "Over after one pick? With a fair start the first pick must be {rule}: {command}";
    note(what: &dyn Display) "note: {what}";
    error(what: &dyn Display) "error: {what}";

    // What can be typed in a game.
    type_a_number() "Type a number, or help.";
    no_command_but(word: &str, meant: &str) "\"{word}\" is no command; did you mean \"{meant}\"?";
    no_command(word: &str) "\"{word}\" is neither a whole number in plain digits nor a command; type help to see them.";
    stands_alone(word: &str) "\"{word}\" stands alone; there is nothing to add to it.";
    /// The words after hint are typed, and the same in every language.
    hint_of_what(idea: &str, chosen: &str) "Type hint alone, or with {idea} or {chosen} behind it.";
    save_as_what() "Say under which name: save --force FILE.";
    help_pick(example: &str) "pick the number {example}";
    help_divide(example: &str) "divide the number by {example}";
    help_divide_one(number: u64, by: u64) "divide the {number} by {by}";
    help_moves() "what is legal now";
    help_board_of_pool() "what is free, what was taken and by whom";
    help_board_of_number() "the number, and who divided what";
    help_board_of_numbers() "the numbers, and who divided what";
    help_hint() "where to look, then the moves that matter, then the move and why (or at once); each is counted";
    help_chain() "what was taken, in its order";
    help_explain() "which moves win and which lose; it counts as a hint";
    help_pairing() "which numbers answer each other, the plan behind a win; it counts as a hint";
    help_rules() "the rules of this book, what counts, and its tips";
    help_brief() "short turns, or whole ones again";
    help_undo() "take the last move back";
    help_resign() "give the game up";
    help_save() "save the game, or write it as a record to FILE (save --force FILE: whatever is there)";
    help_play_on() "another game from the third move against this player; this one is kept";
    help_quit() "leave the program; the game is saved and can be resumed";
    help_quit_to_menu() "back to the menu; the game is saved and can be resumed";
    help_help() "this list";
    illegal_loses() "An illegal number loses this game at once; a word or a slip of the keys does not.";
    illegal_is_free() "An illegal number costs nothing: you are asked again.";

    // What becomes of a game.
    saved_as(file: &str) "Saved as {file}.";
    /// What was asked for in a game did not work.
    failed_in_game(why: &str) "error: {why}; the game goes on";
    not_saved(why: &str) "warning: the game goes on, but it is not saved: {why}";
    still_not_saved() "warning: still not saved";
    record_not_written(why: &str, id: u32) "error: {why}; the game is kept: {DUEL}resume {id} --record FILE";
    record_and_game_lost(why: &str, lost: &str) "error: {why}; and the game is not kept: {lost}";

    // The file of a record.
    place_of_our_games(path: &dyn Display) "{path} is in the folder of unfinished games, where nothing else belongs; choose another folder";
    is_a_folder(path: &dyn Display) "{path} is a folder; choose another name";
    is_a_link(path: &dyn Display) "{path} is a link; choose another name, or --force to replace it";
    holds_another_game(path: &dyn Display) "{path} is there already and holds another game; choose another name, or --force to replace it";
    holds_a_finished_game(path: &dyn Display) "{path} is there already and holds a finished game; choose another name, or --force to replace it";
    is_no_record(path: &dyn Display) "{path} is there already and is not a record; choose another name, or --force to replace it";
    play_on_from_what(moves: usize) "From which move, 1 to {moves}, and against whom: mole, hare, fox, owl, euclid or human?";
    game_kept(id: u32) "This game is kept: {DUEL}resume {id}";
    other_game_kept(id: u32) "Your other game is kept: {DUEL}resume {id}";
    no_move_to_play_on(path: &dyn Display, moves: usize) "{path}: nobody has a move there; the moves are 1 to {moves}";
    is_a_record_to_resume(path: &dyn Display) "{path} is a record; go on with it by: {DUEL}resume {path}";
    is_a_record_and_no_game(path: &dyn Display) "{path} is a record; puzzles come from a game";

    // Unfinished games.
    no_unfinished_game() "There is no unfinished game.";
    forgotten(id: &dyn Display) "Game {id} is forgotten.";
    which_saved_game(newest: &str) "Which one? (Enter for {newest}, quit to stop):";
    type_its_number() "Type the number in front of a game.";
    not_of_a_live_game() "that game is live, and its server knows who plays it: there is nothing to add but its number";
    over_already(game: &str) "that game is over; for its record: {DUEL}resume {game} --record FILE";
    over_and_written(path: &dyn Display) "The game is over; its record is in {path}.";

    // Finished games.
    nothing_found(searched: &str) "No game has all of \"{searched}\" in it.";
    no_such_finished_game(number: &str) "there is no finished game {number}; {DUEL}history has the numbers";
    look_at_one() "One of them move by move: {DUEL}review NUMBER";
    deleted(game: &str) "Deleted: {game}.";
    really_delete_all(count: u64) "Delete all {count} finished games? (y to do it, Enter to keep them):", count == 1: "Delete the only finished game? (y to do it, Enter to keep it):";

    // The longest chain.
    chain() "Chain";
    chain_was_left() "You have left this chain here; new begins another one.";
    help_next_number() "put the number 12 at the end of the chain";
    help_back_and_forth() "take the last number back; put it there again";
    help_turn() "turn the chain round, to go on at its other end";
    help_reach() "how many can still follow, and by which number";
    help_board_alone() "what is free, and the chain";
    help_new_chain() "begin another chain; your best one is kept";
    menu_longest() "alone: how long a chain of the numbers 1 to 50 can you make?";

    // The menu.
    which_game(usual: &str) "Which game? (Enter for {usual}, quit to leave):";
    no_such_book(count: usize) "The books are numbered 1 to {count}";
    what_to_choose() "Type a number, a name or a code to play it; help for everything else.";
    // What can be typed there. The words that are typed are the same in every language.
    menu_play() "play this game; or its name, or a code such as take:1..60";
    menu_learn() "this lesson; alone: all of them, the first a game of two minutes";
    menu_puzzle() "easy, medium or hard puzzles, or of a book: puzzle chain; alone: any";
    menu_daily() "the puzzle of the day";
    menu_resume() "go on with this unfinished game; alone: a list of them";
    menu_history() "the finished games with this word; alone: all of them";
    menu_review() "a finished game, move by move";
    menu_stats() "what you have won";
    menu_rules() "how it is played; alone: all games";
    menu_settings() "all that is chosen now";
    menu_quit() "leave the program; in a game, puzzle or lesson: back to this menu";
    back_at_the_menu() "Back at the menu.";
    so_already() "That is so already.";
    /// What was typed is no such command: how it is typed, and what for.
    goes_like(example: &str, about: &str) "It goes like this: {example} ({about})";
    menu_with_a_game() "With a game or before it:";
    menu_opponent() "whom you play: auto, mole, hare, fox, owl, euclid (level:1 to level:5), or human";
    menu_first() "who moves first: first 1, first 2, toss, or turns";
    menu_rounds() "a match; or rounds 4; single is one game";
    menu_fair() "the first pick must not be a prime; unfair: it may be";
    menu_find() "legal numbers are not shown; show: they are";
    menu_advice() "who may ask for advice: both, 1, 2 or none";
    menu_names() "what the players are called; a computer keeps its name";
    a_fair_start() "Fair start: the first pick must not be a prime.";
    any_first_pick() "No fair start: the book says what the first pick may be.";
    legal_is_shown() "Legal numbers are shown.";
    all_may_ask() "Advice may be asked for.";
    may_ask(name: &dyn Display) "{name} may ask for advice.";
    two_games(line: &str) "\"{line}\" names two games; one at a time";
    who_will_play(one: &dyn Display, two: &dyn Display) "{one} plays against {two}.";
    /// Somebody who is to meet a computer that they beat about half the time: in this game that is.
    plays_on_auto(name: &dyn Display, code: &str, who: &str) "{name} plays against the computer on auto: whom you beat about half the time. In {code} that is {who}";
    first_in_turns() "You take turns at moving first.";
    toss_decides() "A toss decides who moves first.";
    a_match(rounds: &str) "A match: {rounds}.";
    a_single_game() "A single game.";
    /// Which number is divided first: some that are good, and the usual one.
    which_number(offered: &str, usual: u64) "Which number do you start from? Composite ones are best, such as {offered} (Enter for {usual}):";
    is_prime(number: u64, beside: &str) "{number} is a prime number: whoever starts could not move. Composite ones beside it: {beside}.";

    // Lessons.
    /// In the menu, for those who have done nothing yet.
    first_game_line() "  l  learn          New here? A first game of two minutes, with a guide.";
    /// For everybody else.
    lessons_line(done: usize, count: usize) "  l  learn          From the first move to Nim: {done} of {count} lessons done.";
    lesson_listed(number: usize, id: &str, title: &str) "  {number}  {id:<14} {title}";
    lesson_listed_done(number: usize, id: &str, title: &str) "  {number}  {id:<14} {title} (done)";
    learn_one() "One of them: {DUEL}learn and its number or name. One that you wrote: {DUEL}learn FILE, or --check FILE; --example prints one to begin with.";
    which_lesson(usual: &str) "Which lesson? A number or a name (Enter for {usual}, quit to stop):";
    no_such_lesson(name: &str) "there is no lesson called \"{name}\"; {DUEL}learn --list has their names and numbers, and a file is given by its path";
    no_such_lesson_but(name: &str, meant: &str) "there is no lesson called \"{name}\"; did you mean \"{meant}\"?";
    good_lesson(path: &dyn Display, title: &str, steps: usize) "{path}: every answer and every claim holds: {title}, {steps} steps and a game", steps == 1: "{path}: every answer and every claim holds: {title}, {steps} step and a game";
    nothing_claimed(path: &dyn Display, step: usize) "warning: {path}: step {step} has no claims, so nobody has checked what it says";
    end_is_lost(path: &dyn Display) "warning: {path}: the game at the end is lost for whoever learns, unless the opponent errs";
    lesson_is_wrong(path: &dyn Display, problem: &str) "{path}: {problem}";
    /// Before the first step.
    type_a_move() "Type a move, or: hint, answer, quit.";
    your_move() "Your move:";
    next_lesson(title: &str) "The next lesson: {title}. (Enter to go on, quit to stop):";
    lesson_again() "Play it again? (Enter; steps for the steps once more, quit to stop):";

    // What is remembered.
    remembered_in(path: &dyn Display) "What you chose is remembered in {path}:";
    nothing_remembered(path: &dyn Display) "Nothing is remembered; it would stand in {path}.";
    settings_forgotten(path: &dyn Display) "{path} is removed; nothing is remembered.";

    // Riddles: puzzles, and what there is to learn from a game.
    what_wins() "What wins? (a move, hint, answer, or Enter to go on):";
    /// What one of two people at the board is told.
    to_one_of_them(name: &dyn Display, told: &str) "{name}: {told}";
    you_played(number: usize, played: duel::Move) "At move {number} you played {played}.";
    /// After the reason why a move does not win.
    try_again() "Try again.";
    help_answer_with() "your answer: the move you would make";
    help_idea() "where to look, then the moves that matter, then the answer";
    help_answer() "the answer and the reason";
    help_legal() "what is legal";
    help_position() "the position";
    help_leave() "leave the program";
    help_leave_to_menu() "back to the menu";
    puzzle_again(command: &str) "This puzzle again: {command}";
    win_it() "Win it against the best defence? [y/N]";
    another_one() "Another one? (Enter, or quit to stop):";
    /// Nobody has anything to share yet.
    nothing_to_share() "You have not answered the puzzle of the day yet: {DUEL}puzzle --daily";
    daily_by() "Type daily to solve it.";
    streak_not_counted(why: &str) "warning: the streak is not counted: {why}";

    // Positions and reviews.
    titled(title: &str, code: &str) "{title} ({code})";
    wrong_move(number: usize, why: &str) "move {number}: {why}";
    /// What is being done while people wait.
    reviewing() "reviewing";
    who_played(code: &str, one: &str, two: &str) "{code}: {one} against {two}";
    /// A row of a review: what was played, and what that did.
    reviewed(number: usize, name: &str, played: &str, mark: &str) "{number:>3}. {name}: {played}, {mark}";
    /// Where a game was looked at: how to play on from it.
    play_on_from() "Play on from one of these moves? (from 3 fox, or Enter to stop):";
    play_on_by(game: &str) "Play on from one of these moves: {DUEL}play --from {game} --move NUMBER";
    /// Advice under the name of its stage.
    advice(stage: &str, words: &str) "{stage}: {words}";
    /// What was done where no move was made.
    illegal_number() "an illegal number";
    out_of_time() "out of time";
    no_move() "no move";
    gave_it_up() "gave it up";
    /// What a program did: a verb and what follows.
    it_did(fault: &str) "It {fault}.";

    // A live game.
    no_https() "this program was built without https: open the link in a browser, or build it with --features https";
    no_link() "a link looks like http://localhost:8017/#/live/ID/SECRET (to play), or without the secret (to watch, or to go on)";
    server_unreachable(place: &dyn Display, why: &dyn Display) "{place} cannot be reached: {why}";
    /// The server has sent something that nobody understands.
    server_strange(why: &str) "the server has sent something strange: {why}";
    server_of_another_version() "the server speaks another version of the contract; this program or the server is to be renewed";
    server_answers(status: u16) "the server answers with status {status}";
    game_deleted() "the game was deleted";
    /// One of the games to go on with.
    live_game(game: &str, link: &str) "{game}, live: divisor-duel join {link}";
    /// How to come back to a live game that was left.
    way_back(link: &dyn Display) "The game goes on without you. Come back with: {DUEL}join {link}";
    way_back_with_a_program(link: &dyn Display, command: &str) "The game goes on without it. Come back with: {DUEL}join {link} --bot {command}";
    /// The same for somebody who has no seat.
    way_back_to_watch(link: &dyn Display) "You watch no longer. Watch again with: {DUEL}join {link}";
    no_connection() "No connection, trying again.";
    connected_again() "Connected again.";
    /// Somebody has a link that takes a seat.
    invited(title: &str) "{title}. You are invited to play.";
    invited_by(title: &str, other: &dyn Display) "{title}. You are invited to play against {other}.";
    what_are_you_called(usual: &dyn Display) "What are you called? (Enter for {usual}, quit to leave the seat free):";
    what_are_you_called_here() "What are you called? (Enter for the name that the seat has, quit to leave it free):";
    handed_over() "Open it on the other device within ten minutes; it works once.";
    handed_over_then() "From then on this device only watches.";
    handed_over_here(host: &str) "\"{host}\" means this machine alone: for another one put this machine's name or address in its place.";
    no_seat_to_hand_over() "this device has no seat in that game to hand over";
    /// Somebody by a name that may be anybody's.
    is_a_program(name: &dyn Display) "{name} (a program)";
    is_called_already(name: &dyn Display) "you have this seat already, as {name}: a name is chosen when a seat is taken";
    /// Somebody who has a seat comes to the board.
    you_play_live(title: &str, other: &dyn Display) "{title}. You play against {other}.";
    you_watch(title: &str, one: &dyn Display, two: &dyn Display) "{title}. You watch {one} and {two}.";
    seat_is_taken() "this link has been used, or it is not complete; both seats are taken, and you watch";
    a_seat_is_free() "this link is not complete, or it has been used; a seat is still free: if it is yours, copy the whole link again; you watch";
    seat_is_open() "The other seat is open: nobody has come yet.";
    waiting_for(name: &dyn Display) "Waiting for {name}. (help has what you can type)";
    has_gone(name: &dyn Display) "{name} is away.";
    is_here_again(name: &dyn Display) "{name} is here again.";
    /// How long somebody has for their turn, at its beginning.
    you_have_seconds(count: u64) "You have {count} seconds.", count == 1: "You have {count} second.";
    seconds_left(count: u64) "{count} seconds left.";
    you_have_time(clock: &str) "You have {clock} for this turn.";
    /// The other one can be claimed from.
    is_late(name: &dyn Display) "{name} has run out of time: type claim to win, or wait.";
    has_not_moved(name: &dyn Display) "{name} has not moved for three days: type claim to win, or wait.";
    is_late_for_the_next_round(name: &dyn Display) "{name} is late for the next round: type claim to begin it, or wait.";
    still_sending() "What you typed before is still on its way to the server.";
    yes_or_no() "Type yes or no.";
    /// A round is over: what comes next.
    next_round_or_leave() "The match goes on. (next, or quit):";
    rematch_or_leave() "It is over. (rematch, or quit):";
    go_on_or_leave() "It is over. (go to take your seat there, no, rematch, or quit):";
    /// A program does not come back for another one.
    leave_after(name: &dyn Display) "It is over, and {name} has left. (quit):";
    only_watching() "You only watch: board, chain, moves, rules, save FILE, quit.";
    save_live_as_what() "Say under which name: save FILE. The server keeps the game by itself.";
    not_in_a_live_game() "That is for games on this device, and this one is live.";
    help_live_board() "what is on the board, and who has done what";
    help_propose_undo() "ask to take your last move back, if it is not answered yet";
    help_answer_proposal() "answer to what the other one asks; no takes back what you asked";
    help_next_round() "ask for the next round of the match, or agree to it (next fair: with a fair start)";
    help_go_on() "take your seat in what the other one would like to play next";
    nothing_to_go_to() "Nobody has made another game for you two.";
    help_rematch() "ask to play the same again, or agree to it (rematch fair: with a fair start)";
    help_claim() "have won, or begin the next round, because the other one's time is up: the limit, or three days without one";
    help_save_live() "write the game as a record to FILE (save --force FILE: whatever is there)";
    help_quit_live() "leave; the server keeps the game, and the same link comes back to it";
    help_quit_watching() "watch no longer";
    no_seat_for_a_program() "a program needs a seat: give the link with the secret";
    /// A program plays in a live game: its move, and that of the other one.
    made_the_move(number: usize, name: &dyn Display, chosen: duel::Move) "{number}. {name}: {chosen}";
    /// One that has no name yet.
    your_program() "Your program";
    your_program_plays(title: &str, own: &dyn Display, other: &dyn Display) "{title}. Your program plays as {own} against {other}.";
    program_does_not_play(fault: &str) "asked for a move before it sat down, the program {fault}";
    named_illegally(number: &dyn Display) "named {number}, which is not legal";
    program_failed(fault: &str) "the program {fault}, and has given the game up";

    // The games of an arena.
    arena_game(round: &str, code: &str, one: &str, two: &str, moves: &str, result: &str) "{round:>5}. {code}: {one} against {two}, {moves}, {result}";
    /// The same where a program has lost by what it did: a verb and what follows.
    arena_game_lost(game: &str, fault: &str) "{game}; the loser {fault}";
    /// A result, and the code of its reason.
    wins_by(name: &str, reason: &str) "{name} wins ({reason})";
    not_over() "not over";
    one_by_move(path: &dyn Display) "One of them move by move: {DUEL}review {path} --round N";

    // Rules.
    good_rule_book(path: &dyn Display, title: &str, code: &str) "{path} is a good rule book: {title} ({code})";
    play_it_with(path: &dyn Display) "Play it with: {DUEL}play --rules {path}";
    more_about_one() "More about one: {DUEL}rules NAME. Play it: {DUEL}play NAME.";
    played_here(rules: &str) "Played here: {rules}";
    /// What to type after `play`.
    play_by(arguments: &str) "Play: {DUEL}play {arguments}";
}
