// What the page asks and what it is answered. This file is made from the types of crates/api: change those, then run
// RENEW=yes cargo test -p divisor-duel-api

/** A question as it is asked. */
export type Asked = { v: 1; language?: string } & Question;

/** What comes back: an answer, or what was wrong. */
export type Replied = { v: 1 } & (Answer | { error: string });

/** The name of a question. */
export type Ask = Question["ask"];

/** The answer to the question of this name. */
export type AnswerTo<Name extends Ask> = Extract<Answer, { answer: Name }>["ok"];

/** Advice of one stage. */
export type Advice = {
  /** Of which stage it is: not the one that was asked for where that has nothing to say of its own. */
  stage: Stage;
  /** What it says. */
  words: string;
  /** What it points at: legal moves of the part of the board that a nudge speaks of, the few that matter, or the move. Nothing where these are too many to be drawn, and by a nudge where people find the legal numbers themselves. */
  points_at: Array<Move>;
  /** The move, at its stage. */
  move: Move | null;
  /** And then each number that they may answer with, and what is taken next, as far as that is known. */
  partners: Array<[Numeral, Numeral]>;
  /** What can be asked for next. */
  next: Stage | null;
};

/** A chain to be kept, and what is to be seen of it. */
export type Alone = {
  /** What is to be kept, before it is shown. */
  keep: ChainKept;
  /** Why a wish was not granted; then nothing has changed. */
  refused: string | null;
  /** Why a new chain is begun although one was kept. */
  problem: string | null;
  /** The board. */
  position: Drawn;
  /** The chain as text. */
  chain: string;
  /** How many numbers it has. */
  length: number;
  /** How many the longest had so far. */
  best: number;
  /** How many the longest of all has; null where nobody knows. */
  longest: number | null;
  /** Who says so. */
  longest_source: string | null;
  /** Whether no chain is longer. */
  is_longest: boolean;
  /** Where it cannot grow and why, in words; null where it can grow at its end. */
  stuck: string | null;
  /** Whether it can grow nowhere. */
  is_over: boolean;
  /** Whether there is something to take back, */
  can_undo: boolean;
  /** and to put back. */
  can_redo: boolean;
  /** Whether it has another end to go on at. */
  can_turn: boolean;
  /** Boards have so many numbers at most. */
  most_size: number;
};

/** An answer. Its form in JSON has the question's name as `"answer"` and what there is to say as `"ok"`. */
export type Answer =
  | { answer: "books"; ok: Books }
  | { answer: "set-up"; ok: { code: string; words: string } }
  | { answer: "book"; ok: Book }
  | { answer: "position"; ok: Drawn }
  | { answer: "play"; ok: Played }
  | { answer: "begin"; ok: InProgress }
  | { answer: "session"; ok: InProgress }
  | { answer: "act"; ok: Came }
  | { answer: "computer"; ok: Came }
  | { answer: "kept"; ok: { games: Array<Summary | null> } }
  | { answer: "tally"; ok: Tallied }
  | { answer: "name"; ok: { name: Name } }
  | { answer: "advice"; ok: { advice: Advice | null } }
  | { answer: "peek"; ok: Peeked }
  | { answer: "challenge"; ok: Judged }
  | { answer: "progress"; ok: Known }
  | { answer: "lessons"; ok: Lessons }
  | { answer: "lesson"; ok: Lesson }
  | { answer: "learned"; ok: Learned }
  | { answer: "alone"; ok: Alone }
  | { answer: "continuation"; ok: Continuation }
  | { answer: "longest"; ok: Longest }
  | { answer: "verdicts"; ok: Verdicts }
  | { answer: "proof"; ok: Proved }
  | { answer: "proof-file"; ok: { file: string } }
  | { answer: "openings"; ok: Openings }
  | { answer: "survey"; ok: { rows: Array<SurveyRow> } }
  | { answer: "review"; ok: Review }
  | { answer: "moral"; ok: { moral: Moral | null } }
  | { answer: "puzzle"; ok: Puzzle }
  | { answer: "record"; ok: { record: string } }
  | { answer: "open"; ok: Opened }
  | { answer: "picture"; ok: Picture }
  | { answer: "qr"; ok: { rows: Array<string> } };

/** Which numbers are asked for. */
export type AskFor = "largest" | "to-divide";

/** A step of a lesson. */
export type AtStep = {
  /** The id of the lesson. */
  lesson: string;
  /** Which of its steps, counted from 0. */
  at: number;
};

/** What somebody does with a challenge. */
export type Attempt =
  | { move: Move }
  | { typed: string }
  | { help: Stage };

/** How a game is to begin. Where it is the game at the end of a lesson, the first seat is that of whoever learns, and the lesson says what is played, from where, against whom and who moves first. */
export type Beginning = {
  /** The code of the game. */
  game?: string | null;
  /** The rule file, if the book is home-made. */
  rules?: string | null;
  /** Who plays. */
  seats: [Sitter, Sitter];
  /** Who moves first. */
  first: First;
  /** Where the toss and the computer players' luck come from. */
  seed: Numeral;
  /** How many rounds the match has at most, if it is to be one. */
  rounds?: Rounds | null;
  /** The moves that stand on the board already; none when they are not given. */
  opening?: Array<Move> | null;
  /** Where they were taken from, if it is a position that is played on. */
  origin?: Origin | null;
  /** The lesson, if it is the game at the end of one. */
  lesson?: string | null;
  /** Whether people find the legal numbers themselves. */
  find?: boolean | null;
  /** Who may be helped; everybody when that is not said. */
  advice?: [boolean, boolean] | null;
  /** What the game is to be known by. */
  id?: Id | null;
  /** When it begins. */
  at: Moment;
};

/** What is drawn of a position's numbers. A grid has so many in a row (in a hundred square the rows end with the tens; null where they are too wide for rows) and so many empty places before the first. Of a list that is too long there is only the count. Where people find the legal numbers themselves every number that is not taken is free, and whatever would give them away is null. */
export type Board =
  | { kind: "grid"; columns: number | null; before: number; cells: Array<Cell> }
  | { kind: "list"; count: number; largest: Numeral; legal_count: number | null; legal: Array<Numeral> | null }
  | { kind: "table"; numbers: Array<OnTable>; most_divisions: number | null };

/** A book explained. */
export type Book = {
  /** What it is called in codes. */
  id: string;
  /** What it is called. */
  title: string;
  /** It in a sentence. */
  summary: string;
  /** The code of this game of it. */
  code: string;
  /** Which other numbers it can be played with; null for a book that is not on the shelf. */
  numbers: NumberField | null;
  /** Whether it can be played with a fair start: where numbers are divided there is no first pick that could be unfair. */
  can_be_fair: boolean;
  /** The levels of the computer players that are worth playing against in it, from the weakest. */
  opponents: Array<number>;
  /** What its puzzles can be about. */
  themes: Array<Themed>;
  /** Its rules as they are played, with empty lines between paragraphs. */
  rules: string;
  /** How it is scored. */
  scoring: string;
  /** What the book calls what is worth knowing; null where it has no name for it. */
  tips_title: string | null;
  /** What is worth knowing; nothing where the numbers are others. */
  tips: Array<Tip>;
  /** What is special about this game of it. */
  notes: Array<string>;
  /** A sample game; empty where the numbers are others. */
  example: Array<Move>;
};

/** The shelf of books. */
export type Books = {
  /** The built-in books. */
  books: Array<OnShelf>;
  /** The computer players, from the weakest. */
  opponents: Array<Opponent>;
  /** Nothing larger can be opened. */
  most_bytes: number;
};

/** What came of a wish. */
export type Came =
  | {
    came: "happened";
    /** What happened. */
    event: Event;
    /** The record after it. */
    record: string;
    /** What is to be seen after it. */
    view: SessionView;
    /** Why the number that was tried is not legal, where people find the legal ones themselves. */
    missed: string | null;
  }
  | { came: "refused"; why: string };

/** A number of a pool. */
export type Cell =
  | {
    /** The number. */
    number: Numeral;
  } & ({ stands: "first" }
  | { stands: "divisor" }
  | { stands: "multiple" }
  | { stands: "last-resort" }
  | { stands: "free" }
  | { stands: "taken"; by: Side }
  | { stands: "last"; by: Side });

/** What is drawn of a proof. Each part is null where there is no such argument. */
export type Certificate = {
  /** The pairs of a largest pairing. */
  pairs: Array<[Numeral, Numeral]> | null;
  /** The last number and the winning pick, which is its partner as long as nobody has taken it. */
  plan: [Numeral, Numeral] | null;
  /** The barrier that shows that no pairing has more pairs. */
  barrier: Array<Numeral> | null;
  /** The numbers that punish taking 1. */
  punishers: Array<Numeral> | null;
  /** Every number on the table with its prime factors. */
  factors: Array<[Numeral, Array<Numeral>]> | null;
  /** How many replies the strategy has that wins a game which was searched. */
  replies: number | null;
};

/** A chain as it is kept. */
export type ChainKept = {
  /** The chain, with what was taken back: `1..100: 4 8 2`. */
  chain: string;
  /** How many of its last numbers were taken back. */
  taken_back: number;
  /** The longest there was. */
  best: string;
};

/** What somebody wants to do with their chain. */
export type ChainWish =
  | { do: "add"; text: string }
  | { do: "undo" }
  | { do: "redo" }
  | { do: "turn" }
  | { do: "new" };

/** Somebody does something with a challenge. */
export type Challenged = {
  /** The position, */
  scene?: Scene | null;
  /** or the step of a lesson, which has one. */
  step?: AtStep | null;
  /** What counts is a puzzle. */
  puzzle?: Posed | null;
  /** How they stood with it; nothing at first. */
  standing?: Standing | null;
  /** What they do. */
  attempt: Attempt;
  /** The progress that was kept, if any. */
  kept?: unknown | null;
};

/** What can follow a chain. */
export type Continuation = {
  /** A good number to go on with; null where nothing can follow. */
  next: Numeral | null;
  /** So many at least can follow. */
  count: number;
};

/** The game is no more. */
export type Deleted = {
  /** The seat that has deleted it; null when its time was over. */
  by: Seat | null;
};

/** Something that a number can be divided by. */
export type Divisor = {
  /** The divisor. */
  by: Numeral;
  /** What lies on the table then. */
  left: Numeral;
};

/** Somebody in a seat wants to do something. */
export type Doing = {
  /** The version of the contract. */
  v: number;
  /** The last thing that they have seen happen. */
  seq: number;
  /** What they want to do. */
  action: LiveWish;
};

/** It was done, and is on disk. */
export type Done = {
  /** Which entry of the log it is. */
  seq: number;
  /** The game after it. */
  state: LiveState;
};

/** A position with everything that is drawn of it. */
export type Drawn = {
  /** The code of the game. */
  game: string;
  /** The title of its book. */
  title: string;
  /** The board. */
  board: Board;
  /** The moves so far, */
  moves: Array<Move>;
  /** and what the book calls the list of them. */
  taken_list: string;
  /** Whose turn it is; at the end the side that is stuck. */
  turn: Side;
  /** How the game ended; null while it runs. */
  outcome: Outcome | null;
  /** At the start: what the first pick must be, where not every number may be picked. */
  first_pick: string | null;
  /** The number that was picked last, where numbers are picked. */
  last: Numeral | null;
  /** At the end of a game in which numbers are picked, where somebody was stuck: every number that goes with the last one, all taken. */
  neighbours: Array<Numeral> | null;
  /** What can be typed. */
  typing: Typing;
  /** Whether a pairing can be asked for, */
  has_pairing: boolean;
  /** and a picture of the divisor graph. */
  has_picture: boolean;
  /** Why the last move was legal. */
  move_words: string | null;
  /** What the book says above the prompt, in lines and without what the board shows; null when the game is over. */
  turn_words: string | null;
  /** The book's prompt; null when the game is over. */
  prompt: string | null;
  /** Why the game is over, and who has won it, in lines; null while it runs. */
  end_words: string | null;
  /** What is special about this game of its book, and what an illegal number costs where it costs the game. */
  notes: Array<string>;
};

/** A game as it is kept, with the id that its record has. */
export type Entry = {
  /** What it is known by. */
  id: string;
  /** The record. */
  record: string;
  /** The rule file of a home-made book. */
  rules: string | null;
};

/** A finished game. Pairs are by side. */
export type Finished = {
  /** Which of the records it is, counted from 0. */
  at: number;
  /** What it is known by. */
  id: Id | null;
  /** The code of the game, */
  game: string;
  /** and the title of its book. */
  title: string;
  /** Who moved first, and the other one. */
  names: [string, string];
  /** What sort of player each was. */
  who: [Who, Who];
  /** The day on which it began. */
  date: string | null;
  /** How it ended, in a sentence; whoever played alone is spoken to. */
  result: string;
  /** How many moves were made. */
  moves: number;
  /** Who was helped. */
  helped: [boolean, boolean];
  /** Whom somebody met who played alone. */
  opponent: string | null;
  /** The title of the lesson that it comes from, */
  lesson: string | null;
  /** and in a sentence where its position was taken from, whatever that is. */
  origin: string | null;
};

/** Who moves first. */
export type First = 1 | 2 | "toss";

/** How hard a puzzle is. */
export type Grade = "easy" | "medium" | "hard";

/** Another device is to go on. */
export type HandOver = {
  /** The version of the contract. */
  v: number;
  /** The secret for it, to be used once, within ten minutes. */
  secret: string;
};

/** Something happened in a game. */
export type Happening = {
  /** What. */
  happened: LiveEvent;
  /** The game after it. */
  state: LiveState;
};

/** A move and why. */
export type Hint = {
  /** The move. */
  move: Move;
  /** The move and why, in words. */
  words: string;
};

/** What a game is known by: 1 to 32 letters and digits. */
export type Id = string;

/** A game as it is to be kept, and what is to be seen of it. */
export type InProgress = {
  /** The record. */
  record: string;
  /** What is to be seen. */
  view: SessionView;
};

/** Somebody takes the seat that a secret is for. */
export type Joining = {
  /** The version of the contract. */
  v: number;
  /** The secret of an invitation, or of a hand-over. */
  secret: string;
  /** What they will be known by from now on: 32 to 64 letters and digits of their own, made by chance. */
  token: string;
  /** What they are called; as the seat is if nothing is said. */
  name?: Name | null;
  /** Whether it is a program that plays. */
  program?: boolean | null;
};

/** What came of an attempt at a challenge, to be kept before it is shown. */
export type Judged = {
  /** What is said about it. */
  said: string;
  /** The move that was judged or told. */
  mark: Mark | null;
  /** How they stand with the challenge now. */
  standing: Standing;
  /** How it ended, if it did. */
  went: Went | null;
  /** The progress to keep; null when nothing counted. */
  progress: Progress | null;
  /** How far they are, in words; null when nothing counted. */
  how_far: string | null;
  /** What became of the puzzle of a day, to be shared, in lines that give nothing away; null as long as that is open. */
  share: string | null;
};

/** How far somebody is. */
export type Known = {
  /** Their progress. */
  progress: Progress;
  /** In words. */
  words: string;
  /** Why it begins anew. */
  problem: string | null;
};

/** What was learned by a game, to be kept before it is shown. */
export type Learned = {
  /** In words. */
  words: string;
  /** The progress to keep. */
  progress: Progress;
};

/** A lesson. */
export type Lesson = {
  /** What it is called. */
  title: string;
  /** What whoever has won the game at its end has learned. */
  learned: string;
  /** The steps: each is a challenge. */
  steps: Array<Step>;
  /** What is said before the game at its end. */
  before_the_game: string;
  /** Against whom that is. */
  opponent: Opponent;
};

/** A lesson to choose. */
export type LessonListed = {
  /** What it is asked for by. */
  id: string;
  /** What it is called. */
  title: string;
  /** What whoever has won the game at its end has learned. */
  learned: string;
  /** How many steps it has. */
  steps: number;
  /** Whether that game was won. */
  is_done: boolean;
};

/** The lessons. */
export type Lessons = {
  /** All of them, the first game first. */
  lessons: Array<LessonListed>;
  /** The id of the one to learn next; when all are done, of the first. */
  next: string;
};

/** A seat of a live game. */
export type LiveSeat = {
  /** Who sits there. */
  name: Name;
  /** What sort of player it is. */
  who: Who;
  /** Whether it waits for somebody. */
  open: boolean;
  /** Whether they are there now. */
  here: boolean;
};

/** A game as everybody may see it. */
export type LiveState = {
  /** The version of the contract. */
  v: number;
  /** What it is known by. */
  id: Id;
  /** How many things have happened in it. */
  seq: number;
  /** The session as a record, and */
  record: string;
  /** the rule file of a home-made book. */
  rules: string | null;
  /** The position as programs read it; what is legal is left out where people find that themselves. */
  position: unknown;
  /** The seat that has the turn; null when the round is over. */
  turn: Seat | null;
  /** Which round it is, of the match or of games one after the other. */
  round: number;
  /** The rounds won, by seat, this one included when it is over. */
  score: [number, number];
  /** Who sits where. */
  seats: [LiveSeat, LiveSeat];
  /** How many others watch. */
  watching: number;
  /** What was proposed. */
  proposed: Proposed | null;
  /** How many seconds a turn may take. */
  limit: number | null;
  /** Who is waited for, as far as the game could be claimed from them. */
  waiting: Waiting | null;
  /** What each can do now. */
  may: [May, May];
  /** The game that these two are to play after this one. */
  next: NextGame | null;
};

/** What somebody in a seat wants to do. */
export type LiveWish =
  | { do: "move"; move: Move }
  | { do: "type"; text: string }
  | { do: "resign"; fault?: string | null }
  | { do: "next-round"; fair: boolean }
  | { do: "propose-take-back" }
  | { do: "propose-rematch"; fair: boolean }
  | { do: "agree" }
  | { do: "decline" }
  | { do: "claim" };

/** A long chain. */
export type Longest = {
  /** The board with it. */
  position: Drawn;
  /** How many numbers it has. */
  length: number;
  /** What is known about longer ones, */
  words: string;
  /** and a bound that can be checked by hand. */
  why: string;
};

/** A game was made. */
export type Made = {
  /** What it is known by. Whoever knows it can watch. */
  id: Id;
  /** The secrets for the open seats, each to be used once. */
  invitations: [string | null, string | null];
  /** The game. */
  state: LiveState;
};

/** A game to be made. */
export type Making = {
  /** The version of the contract. */
  v: number;
  /** The code of the game. */
  game?: string | null;
  /** The rule file, if the book is home-made. */
  rules?: string | null;
  /** Who is to play. */
  seats: [Place, Place];
  /** Who moves first. */
  first: First;
  /** How many rounds the match has at most, if it is to be one. */
  rounds?: Rounds | null;
  /** How many seconds a turn may take, if there is to be a limit. */
  limit?: number | null;
  /** Whether people find the legal numbers themselves. */
  find?: boolean | null;
  /** The game after which it is played, by the same two: whoever makes it has a seat there and says by which token, and the other one takes the open seat with theirs for a secret. */
  after?: Id | null;
};

/** A move that was judged. */
export type Mark = {
  /** The move. */
  move: Move;
  /** Whether it wins. */
  wins: boolean;
};

/** Games of a book against an opponent. */
export type Met = {
  /** The id of the book; the code of a game that is in none. */
  book: string;
  /** The opponent. */
  opponent: Who;
  /** How many games were played, */
  played: number;
  /** and how many won. */
  won: number;
};

/** When something happens, in milliseconds since 1970. No year has more than four digits. */
export type Moment = number;

/** What a player can learn from a game. */
export type Moral = {
  /** In words. */
  words: string;
  /** At a turning point: how many moves had been made, */
  moves_before: number | null;
  /** what was played, */
  played: Move | null;
  /** and what wins. */
  better: Hint | null;
};

/** A move: "12", or "84/7". */
export type Move = string;

/** What sort of player has the turn. */
export type Mover = "person" | "computer" | "program";

/** What somebody is called. */
export type Name = string;

/** Whom somebody meets next. */
export type Next = {
  /** The id of the book. */
  book: string;
  /** The level of the opponent. */
  level: number;
  /** Who that is and why, in a sentence. */
  words: string;
};

/** Another game for the same two. */
export type NextGame = {
  /** Who has made it. */
  by: Seat;
  /** What it is known by. */
  id: Id;
  /** What is played there. */
  title: string;
};

/** Which numbers a book can be played with. */
export type NumberField = {
  /** What is asked for. */
  ask_for: AskFor;
  /** Those of this game, as somebody would type them. */
  typed: string;
  /** The least of them there can be, */
  least: Numeral;
  /** and the largest. */
  most: Numeral;
  /** How many can be named. */
  count: number;
  /** Good ones to begin with, where not every one is. */
  recommended: Array<Numeral>;
};

/** A number of any size that games have, up to 64 bits, in digits. */
export type Numeral = string;

/** A number or a division that somebody named, legal or not. */
export type Offered = string;

/** A book to choose. */
export type OnShelf = {
  /** A small picture: a pick, and what is legal after it; or the numbers to divide. */
  board: Board;
  /** What it is called in codes. */
  id: string;
  /** What it is called. */
  title: string;
  /** It in a sentence. */
  summary: string;
  /** The code of this game of it. */
  code: string;
  /** Which other numbers it can be played with; null for a book that is not on the shelf. */
  numbers: NumberField | null;
  /** Whether it can be played with a fair start: where numbers are divided there is no first pick that could be unfair. */
  can_be_fair: boolean;
  /** The levels of the computer players that are worth playing against in it, from the weakest. */
  opponents: Array<number>;
  /** What its puzzles can be about. */
  themes: Array<Themed>;
  /** Its rules as they are played, with empty lines between paragraphs. */
  rules: string;
  /** How it is scored. */
  scoring: string;
  /** What the book calls what is worth knowing; null where it has no name for it. */
  tips_title: string | null;
  /** What is worth knowing; nothing where the numbers are others. */
  tips: Array<Tip>;
  /** What is special about this game of it. */
  notes: Array<string>;
  /** A sample game; empty where the numbers are others. */
  example: Array<Move>;
};

/** A number on the table. */
export type OnTable = {
  /** The number. */
  number: Numeral;
  /** Its prime factors, ascending. */
  factors: Array<Numeral> | null;
  /** Whether it is prime. */
  is_prime: boolean;
  /** What it can be divided by, ascending; of many the smallest. */
  divisors: Array<Divisor>;
  /** How many there are in all. */
  divisor_count: number | null;
};

/** What somebody brought. */
export type Opened =
  | {
    is: "record";
    /** Its code. */
    game: string;
    /** Its moves. */
    moves: Array<Move>;
    /** How many of the moves were made by chance before anybody played. */
    opening: number;
    /** What the two sides are called. */
    names: [string, string];
    /** How it ended, if it did. */
    outcome: Outcome | null;
    /** All of it as everybody writes it; null when that is too much. */
    record: string | null;
    /** The record with which it can be gone on with, if it can. */
    unfinished: string | null;
  }
  | { is: "rule-file"; title: string; code: string }
  | { is: "game"; title: string; code: string }
  | { is: "proof"; words: string };

/** Which first moves win. */
export type Openings = {
  /** Who wins with best play. */
  winner: Side;
  /** How many first moves there are, */
  first_moves: number;
  /** how many of them win, */
  winning_count: number;
  /** and which; null when they are too many. */
  winning: Array<Move> | null;
  /** How many pairs a largest pairing has, where there is one. */
  pairs: number | null;
  /** How that was found out. */
  method: string;
};

/** A computer player. */
export type Opponent = {
  /** Its level, from 1 on. */
  level: number;
  /** What it is called. */
  name: string;
  /** What it sees. */
  sees: string;
};

/** Where a position was taken from to be played on, as in a record: "puzzle", "game 12ab move 7", "game move 7" or "lesson pairs". */
export type Origin = string;

/** How a game ended. */
export type Outcome = {
  /** Who won. */
  winner: Side;
  /** Why. */
  reason: Reason;
  /** The illegal number, where somebody lost by one. */
  number?: Offered | null;
};

/** What a move would leave the other one. */
export type Peeked = {
  /** What they could answer: nothing where they would be stuck; null when that is too much to be drawn. */
  legal: Array<Move> | null;
  /** The same in words. */
  words: string;
};

/** The games of somebody against other people. */
export type Person = {
  /** What they are called. */
  name: string;
  /** How many games they played, */
  played: number;
  /** and how many they won. */
  won: number;
};

/** The divisor graph, to be drawn: each number in the row of how many prime factors it has. */
export type Picture = {
  /** The numbers of each row, ascending; row 0 has the number 1 alone. */
  rows: Array<Array<Numeral>>;
  /** Lines between a number and the next multiples of it: those without another number of the pool between the two. */
  lines: Array<[Numeral, Numeral]>;
};

/** A seat of a game that is made. A person's is taken by whoever makes the game if they say a token; otherwise somebody is invited. */
export type Place = {
  /** What they are called; by the usual name if nothing is said. */
  name?: Name | null;
  /** A person if nothing is said, a program, or a computer player. */
  who?: Who | null;
  /** The token of whoever makes the game, if they sit here. */
  token?: string | null;
};

/** What came of something typed. */
export type Played =
  | { came: "played"; move: Move }
  | { came: "lost"; number: Offered; why: string }
  | { came: "again"; why: string };

/** A puzzle that was posed. */
export type Posed = {
  /** The day whose puzzle it is, counted from 1 January 1970. */
  day?: number | null;
};

/** Who is there has changed. */
export type Presence = {
  /** Who is there, by seat. */
  here: [boolean, boolean];
  /** How many others watch. */
  watching: number;
};

/** Something that needs consent. */
export type Proposed = {
  /** Who proposes it. */
  by: Seat;
  /** What it is. */
  proposal: Proposal;
};

/** A proof of who wins. */
export type Proved = {
  /** What it proves. */
  words: string;
  /** What is drawn of it; null when that is too much. */
  shown: Certificate | null;
  /** The help that it is to whoever sees it in a game. */
  help: Help | null;
};

/** Who can learn something from a round. */
export type Pupil = {
  /** The side that they played. */
  player: Side;
  /** What they are called, where it would not be clear who is meant. */
  name: string | null;
};

/** A puzzle. */
export type Puzzle = {
  /** The code of its game. */
  game: string;
  /** The title of its book. */
  title: string;
  /** The moves that lead to it. */
  moves: Array<Move>;
  /** How hard it is. */
  grade: Grade;
  /** What it is about: for whoever knows the answer. */
  theme: Themed;
};

/** A question. Its form in JSON is an object with the question's name as `"ask"`. */
export type Question =
  | { ask: "books" }
  | { ask: "set-up"; game: string; numbers?: string | null; fair: boolean }
  | { ask: "book"; scene: Scene }
  | { ask: "position"; scene: Scene }
  | { ask: "play"; scene: Scene; typed: string }
  | { ask: "begin" } & Beginning
  | { ask: "session"; session: Saved; id?: Id | null; seed?: Numeral | null; seat?: Seat | null; looks?: boolean | null }
  | {
    ask: "act";
    /** The game. */
    session: Saved;
    /** Who does it. */
    by: By;
    /** What they do. */
    action: Wish;
    /** When. */
    at: Moment;
  }
  | { ask: "computer"; session: Saved; at: Moment }
  | { ask: "kept"; entries: Array<string> }
  | {
    ask: "tally";
    /** Their records. */
    records: Array<string>;
    /** The progress that was kept, if any. */
    kept?: unknown | null;
  }
  | { ask: "name"; name: string }
  | {
    ask: "advice";
    /** The position. */
    scene: Scene;
    /** The stage. */
    stage: Stage;
  }
  | { ask: "peek"; scene: Scene; move: Move }
  | { ask: "challenge" } & Challenged
  | {
    ask: "progress";
    /** What was kept, if anything. */
    kept?: unknown | null;
  }
  | {
    ask: "lessons";
    /** What was kept, if anything. */
    kept?: unknown | null;
  }
  | { ask: "lesson"; id: string }
  | {
    ask: "learned";
    /** The game. */
    session: Saved;
    /** The progress that was kept, if any. */
    kept?: unknown | null;
  }
  | {
    ask: "alone";
    /** How many numbers there are. */
    size: number;
    /** What was kept, if anything. */
    kept?: unknown | null;
    /** What they want to do. */
    wish?: ChainWish | null;
  }
  | { ask: "continuation"; chain: string }
  | { ask: "longest"; size: number }
  | { ask: "verdicts"; scene: Scene }
  | { ask: "proof"; scene: Scene }
  | { ask: "proof-file"; scene: Scene }
  | { ask: "openings"; scene: Scene }
  | { ask: "survey"; game: string; from: number; to: number }
  | { ask: "review"; scene: Scene }
  | { ask: "moral"; scene: Scene; player: Side }
  | { ask: "puzzle" } & Sought
  | { ask: "record"; scene: Scene; date?: string | null }
  | { ask: "open"; text: string }
  | { ask: "qr"; text: string }
  | { ask: "picture"; scene: Scene };

/** Why a game ended. */
export type Reason = "no-move" | "illegal-number" | "resigned" | "time" | "forfeit";

/** What there is to say about the people in a game, each to those who play it at this board. */
export type Remarks = {
  /** How whoever moved first is called, then the other one. */
  called: [string, string];
  /** What is to be known before it begins: where its position was taken from, and what people have agreed on. */
  start: Array<string>;
  /** Who won the toss, if one decided who moves first. */
  toss: string | null;
  /** What was said after the last move, by the book if it has words for that. */
  played: string | null;
  /** How it is played, in short. */
  rules: string;
  /** Which round it is of how many. */
  round: string | null;
  /** Who has won how often, as soon as somebody has. */
  score: string | null;
  /** Who has won the match. */
  verdict: string | null;
  /** Who was helped how often. */
  help: string | null;
  /** How well people have found the legal numbers themselves. */
  found: string | null;
  /** What a program did that lost. */
  fault: string | null;
};

/** A game by its code, by the text of a rule file, or by both (a home-made book varied as the code says), and its moves. */
export type Replay = {
  /** The code. */
  game?: string | null;
  /** The rule file. */
  rules?: string | null;
  /** The moves; none when they are not given. */
  moves?: Array<Move> | null;
  /** How many of the moves were made by chance before anybody played. */
  opening?: number | null;
  /** How the game ended, if not by its moves. */
  outcome?: Outcome | null;
  /** What the two sides are called. */
  names?: [string, string] | null;
};

/** What each move of a game did. */
export type Review = {
  /** Each move, and perhaps the one that was not made because somebody gave up. */
  moves: Array<Reviewed>;
  /** Where the game turned, in a sentence. */
  turned: string;
  /** Who was winning before which moves, in a sentence; empty where that is not known. */
  winning_words: string;
  /** Who has won, or is winning where the moves end; null where that is too hard to find out. */
  end: Side | null;
};

/** What a move did. */
export type Reviewed = {
  /** The move; null where the player gave the game up. */
  move: Move | null;
  /** Who made it. */
  player: Side;
  /** Who was winning before it; null where that is too hard to find out. */
  winning: Side | null;
  /** What it did, as a code, */
  mark: string;
  /** and in words. */
  mark_words: string;
  /** Whether the game turned here. */
  is_turning_point: boolean;
  /** What would have won. */
  better: Hint | null;
};

/** How many rounds a match has. */
export type Rounds =
  | { best_of: number }
  | { all: number };

/** A game in progress as whoever asks has it. They keep nothing else, and what they send is read like any stranger's file. */
export type Saved = {
  /** The record. */
  record: string;
  /** The rule file, if the book is home-made. */
  rules?: string | null;
};

/** What a question is about: a game in progress, or any other position. */
export type Scene = Saved | Replay;

/** A seat at the board. Who moves first changes from round to round; a seat does not. */
export type Seat = 1 | 2;

/** A seat was taken. */
export type Seated = {
  /** Which. */
  seat: Seat;
  /** The game. */
  state: LiveState;
};

/** What is to be seen of a game in progress. Pairs are by seat, except for `names`. */
export type SessionView = {
  /** What the game is known by. */
  id: Id | null;
  /** The position. */
  position: Drawn;
  /** Who moved first in this round, then the other one. */
  names: [string, string];
  /** Who sits where. */
  seats: [Sitter, Sitter];
  /** The seat that moved first in this round, and so has the first side. */
  first: Seat;
  /** The seat that has the turn; null when the round is over. */
  turn: Seat | null;
  /** What sort of player sits there. */
  mover: Mover | null;
  /** Who acts for the people at this board, */
  by: By;
  /** and what they can do now. */
  may: May;
  /** Rounds won. */
  score: [number, number];
  /** Which round it is. */
  round: number;
  /** How many rounds the match has at most; null without a match. */
  rounds: Rounds | null;
  /** The seat that has won the match. */
  verdict: Verdict | null;
  /** How often each was helped in this round. */
  help: [number, number];
  /** Whether a toss decided who moved first. */
  is_tossed: boolean;
  /** The day on which it began. */
  date: string | null;
  /** Who can learn something from the round. */
  pupil: Pupil | null;
  /** How many moves stood on the board before anybody played, */
  opening: number;
  /** and where they were taken from, if it is a position that is played on. */
  origin: Origin | null;
  /** The lesson that this is the game at the end of. */
  lesson: string | null;
  /** Whether people find the legal numbers themselves. */
  hides_legal: boolean;
  /** Who may be helped. */
  advice: [boolean, boolean];
  /** What there is to say about the people. */
  remarks: Remarks;
};

/** A side of a game; 1 is the one that moved first. */
export type Side = 1 | 2;

/** Somebody in a seat. */
export type Sitter = {
  /** What they are called. */
  name: Name;
  /** What sort of player they are. */
  who: Who;
};

/** Which puzzle is wanted. */
export type Sought = {
  /** The code of its game; any of the books without one. */
  game?: string | null;
  /** How hard it is; without one, of any grade. */
  grade?: Grade | null;
  /** What it is about; without one, anything. */
  theme?: Theme | null;
  /** By its number, */
  seed?: Numeral | null;
  /** or the one of this day, counted from 1 January 1970. */
  day?: number | null;
};

/** What finished games come to, as `divisor-duel stats --json` has it. Only whole games count. */
export type Stats = {
  /** The games of whoever played alone, */
  played: number;
  /** how many were won, */
  won: number;
  /** how many in a row by now, */
  streak: number;
  /** and the longest such row. */
  best: number;
  /** The same by book and opponent, in the order in which they first came. */
  books: Array<Met>;
  /** The games of two people, by their names. */
  people: Array<Person>;
  /** The puzzles by what was kept. */
  puzzles: Streak;
  /** The ids of the lessons that are done. */
  lessons: Array<string>;
};

/** A step of a lesson. */
export type Step = {
  /** What is said before the move. */
  say: string;
  /** The code of its game, */
  game: string;
  /** and the moves that lead to its position. */
  moves: Array<Move>;
  /** What sort of move is asked for: any legal one, one that wins, or one that the lesson has in mind. */
  ask: "legal" | "win" | "move";
};

/** Puzzles one after the other. */
export type Streak = {
  /** How many were solved at the first try, */
  streak: number;
  /** the most so far, */
  best: number;
  /** and on how many days in a row that of the day. */
  days: number;
};

/** What a kept game is. */
export type Summary = {
  /** The title of its lesson, or else of its book. */
  title: string;
  /** By seat. */
  names: [string, string];
  /** How many moves were made. */
  moves: number;
  /** Whether there is something to go on with. */
  is_unfinished: boolean;
  /** The same game as it is kept now, where an older page kept it. */
  carried: Entry | null;
};

/** Who wins a game on a pool of one size. What is null was too hard to find out. */
export type SurveyRow = {
  /** The largest number of the pool. */
  size: number;
  /** Who wins with best play. */
  winner: Side | null;
  /** How many first moves win, */
  winning: number | null;
  /** and how many there are. */
  first_moves: number;
};

/** What finished games come to. */
export type Tallied = {
  /** The games, the newest first. */
  games: Array<Finished>;
  /** How many records are none of a finished game that a person played. */
  skipped: number;
  /** What they come to. */
  stats: Stats;
  /** Whom somebody meets next who wants an opponent that they beat about half the time: in each built-in book. */
  auto: Array<Next>;
};

/** What a puzzle is about. */
export type Theme = "dead-end" | "forced-line" | "partners" | "last-resort" | "counting" | "heaps" | "looking-ahead";

/** What a puzzle is about. */
export type Themed = {
  /** As it is asked for. */
  theme: Theme;
  /** In words. */
  words: string;
};

/** Something worth knowing. */
export type Tip = {
  /** What the book calls it. */
  name: string | null;
  /** What it says. */
  text: string;
  /** What is true of it, where that is not quite true. */
  truth: string | null;
};

/** What can be typed as a move. */
export type Typing = "number" | "divisor" | "division";

/** How a match ended. */
export type Verdict = { champion: Seat } | "tie";

/** Who wins. */
export type Verdicts = {
  /** Who wins with best play. */
  winner: Side;
  /** The moves that win; null when they are too many. */
  winning: Array<Move> | null;
  /** The same in words. */
  words: string;
  /** How that was found out, */
  method: string;
  /** and that in words. */
  method_words: string;
};

/** Somebody is waited for. */
export type Waiting = {
  /** Whose turn it is, or who is asked for the next round. */
  seat: Seat;
  /** For how many milliseconds it has been, and */
  spent: number;
  /** how many it may be before the other one can claim the game, or begin the next round. */
  allowed: number;
};

/** What sort of player it is: "human", "level:1" to "level:5", or "bot" for a program, as in a record. */
export type Who = "human" | "bot" | `level:${number}`;

/** What somebody wants to do. */
export type Wish =
  | { do: "move"; move: Move }
  | { do: "type"; text: string }
  | { do: "take-back" }
  | { do: "resign" }
  | {
    do: "lose";
    /** Who loses. */
    seat: Seat;
    /** Why. */
    how: LostBy;
    /** What a program did. */
    fault?: string | null;
  }
  | {
    do: "help";
    /** In this way. */
    with: Help;
  }
  | { do: "next-round"; fair: boolean }
  | { do: "rematch"; fair: boolean; id?: Id | null };

/** It was not done. */
export type Wrong = {
  /** The version of the contract. */
  v: number;
  /** What sort of wrong it is. */
  error: WrongBy;
  /** What was wrong, for a person. */
  words: string;
  /** The game as it stands, where that helps. */
  state: LiveState | null;
};

/** What sort of wrong something is. */
export type WrongBy = "malformed" | "version" | "too-large" | "not-found" | "forbidden" | "foreign" | "stale" | "refused" | "key-reused" | "too-many" | "unavailable";

/** Who acts: a seat, or the program that sees that the game goes on. */
export type By = 1 | 2 | "referee";

/** Something that happened, as it is stored. */
export type Event = { v: 1; at: number; by: By } & (
  | { event: "began"; record: string; rules?: string }
  | { event: "moved"; move: Move }
  | { event: "slipped"; number: Offered }
  | { event: "missed"; number: Offered }
  | { event: "took-back"; moves: number }
  | { event: "resigned" }
  | { event: "lost"; seat: Seat; how: LostBy; fault?: string }
  | { event: "helped"; with: Help }
  | { event: "next-round"; fair: boolean }
  | { event: "rematch"; fair: boolean; id?: Id }
);

/** Something that happened in a game between people at several devices. */
export type LiveEvent = Event | { v: 1; at: number; by: By } & (
  | { event: "opened"; record: string; rules?: string; open: [boolean, boolean]; limit?: number }
  | { event: "sat"; name: Name; who: Who }
  | { event: "other-device" }
  | ({ event: "proposed" } & Proposal)
  | { event: "declined" }
  | { event: "went-on"; to: Id; title: string }
  | { event: "called-off" }
);

/** What needs the other one's consent. */
export type Proposal = { what: "take-back" } | { what: "next-round"; fair: boolean } | { what: "rematch"; fair: boolean };

/** What counts as help. */
export type Help = "advice" | "verdicts" | "pairing";

/** How somebody can lose a running game without naming a number. */
export type LostBy = "resigning" | "time" | "forfeit";

/** What somebody can do now. */
export type May = Record<"play" | "take_back" | "resign" | "help" | "lose" | "next_round" | "rematch" | "fair_start", boolean>;

/** What is kept from puzzle to puzzle. */
export type Progress = {
  streak: number;
  best: number;
  days: number;
  last_day: number | null;
  tried_day: number | null;
  tried: Tried[];
  seen: string[];
  ideas: string[];
  lessons: string[];
  puzzles: Solved;
};

/** Puzzles that were tried, and solved at the first try. */
export type Solved = { played: number; won: number };

/** A puzzle of a day that was tried. */
export type Tried = { name: string; help: Stage | null; solved: boolean | null };

/** A stage of help. */
export type Stage = "nudge" | "idea" | "move";

/** How somebody stands with a challenge. */
export type Standing = { wrong: number; help: Stage | null; found: boolean };

/** How a challenge ended. */
export type Went = "at-once" | "with-help" | "after-mistakes" | "told";
