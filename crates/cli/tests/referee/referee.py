#!/usr/bin/env python3
"""A second referee for the five rule books, and the games it makes up.

    referee.py SEED COUNT [FIRST]

It knows the books' texts and nothing of the program: lists, loops and remainders, so that whoever has read a book can check it. It plays
random games with rubbish typed in between and writes one line of JSON for each: what is typed, what must come of it, and what the book's
sample session shows there. Game number n of a seed is always the same one.

In "lines" a text is a line as it must stand, and {"any": [[…], …]} is a line that no book words: it has all the words of one of the lists.
White space at the ends, how much of it stands between words, and empty lines do not count.
"""

import json
import random
import sys

DIGITS = "0123456789"
MOST_DIGITS = 20
# A list of more numbers than these is written in ranges.
LONGEST_LIST = 100


def is_number(text):
    """Plain digits, no leading zero, and not endless: anything else is no number, and never a move."""
    plain = text != "" and len(text) <= MOST_DIGITS and all(letter in DIGITS for letter in text)
    return plain and (text == "0" or text[0] != "0")


def has(*words):
    return {"any": [list(words)]}


def listed(numbers):
    if len(numbers) > LONGEST_LIST:
        return in_ranges(numbers)
    return ", ".join(str(number) for number in numbers) if numbers else "None"


def in_ranges(numbers):
    """2-14, 16-30: neighbours run together, a number without any stands alone."""
    runs = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{low}-{high}" if high > low else f"{low}" for low, high in runs) if runs else "None"


# The rules.


class Picking:
    """Books 000 to 003: a pool, and each number a divisor or a multiple of the last one."""

    illegal_loses = False

    def __init__(self, numbers, not_first=(), last_resort=None):
        self.board = list(numbers)
        self.not_first = not_first
        self.last_resort = last_resort
        self.taken = []

    def pool(self):
        return [number for number in self.board if number not in self.taken]

    def last(self):
        return self.taken[-1] if self.taken else None

    def legal(self):
        last = self.last()
        if last is None:
            return [number for number in self.pool() if number not in self.not_first]
        near = [number for number in self.pool() if number % last == 0 or last % number == 0]
        return [number for number in near if number != self.last_resort or len(near) == 1]

    def judge(self, text):
        """What a typed text is: ("move", number), ("again", words of the reason); nothing loses here."""
        text = text.strip(" ")
        if not is_number(text):
            return "again", NOT_A_NUMBER if text else NOTHING
        number = int(text)
        if number in self.legal():
            return "move", number
        if number not in self.board:
            return "again", has(f"{number} is not on this board")
        if number in self.taken:
            return "again", has(f"{number} is already taken")
        if not self.taken:
            return "again", has(f"{number} is not allowed as the first pick")
        if number == self.last_resort:
            return "again", has(f"{number} ", "only")
        return "again", has(f"{number} is neither a divisor nor a multiple of {self.last()}")

    def play(self, number):
        self.taken.append(number)

    def may_start_fairly(self):
        """A game that is over after one pick was hardly one: a first pick that is no prime can be asked for, if there is any."""
        return any(number % divisor == 0 for number in self.board for divisor in range(2, number))

    def state(self):
        """As the program writes a position."""
        return {"moves": list(self.taken), "last": self.last(), "legal": self.legal(), "pool": self.pool()}


class Dividing:
    """Book 004: one number, divided by its proper divisors; an illegal number loses."""

    illegal_loses = True

    def __init__(self, start):
        self.number = start
        self.taken = []

    def legal(self):
        return [divisor for divisor in range(2, self.number // 2 + 1) if self.number % divisor == 0]

    def judge(self, text):
        text = text.strip(" ")
        on_table, stroke, divisor = text.rpartition("/")
        if not is_number(divisor) or (stroke and not is_number(on_table)):
            return "again", NOT_A_NUMBER if text else NOTHING
        if stroke and int(on_table) != self.number:
            return "again", has(on_table)
        if int(divisor) in self.legal():
            return "move", int(divisor)
        return "loss", has(f"{divisor} is not a proper divisor of {self.number}")

    def play(self, divisor):
        self.taken.append(f"{self.number}/{divisor}")
        self.number //= divisor

    def may_start_fairly(self):
        return False

    def state(self):
        last = self.taken[-1] if self.taken else None
        legal = [f"{self.number}/{divisor}" for divisor in self.legal()]
        return {"moves": list(self.taken), "last": last, "legal": legal, "numbers": [self.number]}


NOT_A_NUMBER = {"any": [["whole number in plain digits"], ["neither a number nor a command"]]}
NOTHING = {"any": [["Type a number"], *NOT_A_NUMBER["any"]]}


# The words. Each book: how it welcomes, what a turn shows, what is asked, what follows a move, how it ends.


class Words:
    def __init__(self, game):
        self.game = game

    def welcome(self):
        return []

    # The name of the list of what was taken, where the book has one.
    taken_name = None

    def after(self, who, chosen):
        return []

    def about_last(self):
        """The line about the last number, or how it begins."""
        return None

    def end(self, loser, winner):
        return self.closing(loser, winner)


class Classic(Words):
    taken_name = "Selected Numbers"

    def turn(self, who, number):
        last = self.game.last()
        what = "a number from the pool" if last is None else f"a divisor or multiple of {last}"
        taken = f" (excluding {listed(sorted(self.game.taken))})" if self.game.taken else ""
        return [f"[Turn {number}] {who}, select {what}:", f"Available Numbers: {listed(self.game.pool())}{taken}"]

    def about_last(self):
        return f"select a divisor or multiple of {self.game.last()}" if self.game.taken else None

    def prompt(self, who):
        return f"{who} selects:"

    def closing(self, loser, winner):
        return [f"[Final Turn] {loser}, no valid moves available. You lose!", f"{winner} wins!"]


class LastResort(Words):
    taken_name = "Selected Numbers"

    def welcome(self):
        return ["Welcome to Divisor Duel!"]

    def turn(self, who, number):
        pool = [each for each in self.game.pool() if each != 1]
        if not self.game.taken:
            first = f"Available Numbers: 2, 3, 4, ..., {pool[-1]}"
            if len(pool) <= 4:
                # Where dots would stand for nothing the book is silent: a list or a range.
                first = {"any": [[f"Available Numbers: {listed(pool)}"], [f"Available Numbers: {in_ranges(pool)}"]]}
            return [first, "1 is left as a last resort.", f"{who}'s Turn:"]
        taken = ",".join(str(each) for each in sorted(self.game.taken))
        return [
            f"Available Numbers: {in_ranges(pool)} (excluding {taken})",
            f"Selected Numbers: {listed(self.game.taken)}",
            f"{who}'s Turn:",
            f"{self.about_last()} {listed(self.game.legal())}",
        ]

    def about_last(self):
        last = self.game.last()
        return last and f"Numbers available that are divisors or multiples of {last}:"

    def prompt(self, who):
        return "Select a number:" if self.game.taken else f"Select any number from 2 to {self.game.board[-1]}:"

    def closing(self, loser, winner):
        return [f"{loser} cannot make a valid move.", f"{winner} wins the game!"]


class Chain(Words):
    taken_name = "Chain"

    def pool(self):
        return f"[{listed(self.game.pool())}]"

    def welcome(self):
        return [f"Initial Number Pool: {self.pool()}"]

    def turn(self, who, number):
        last = self.game.last()
        if last is None:
            return [f"{who}'s Turn:", "Chain: Empty"]
        divisors = [each for each in self.game.board if each < last and last % each == 0]
        multiples = [each for each in self.game.board if each > last and each % last == 0]
        beyond = f"None (since {2 * last} is beyond the pool range)"
        return [
            f"{who}'s Turn:",
            self.about_last(),
            f"Possible Moves: Divisors or multiples of {last} from the pool.",
            f"Divisors: {self.left_of(divisors) if divisors else 'None'}",
            f"Multiples: {self.left_of(multiples) if multiples else beyond}",
        ]

    def left_of(self, numbers):
        """Those that are free; if there are none, why."""
        free = [each for each in numbers if each not in self.game.taken]
        used = " and ".join(map(str, numbers)) if len(numbers) == 2 else listed(numbers)
        return listed(free) if free else f"None available ({used} {'is' if len(numbers) == 1 else 'are'} used)"

    def about_last(self):
        return f"Last Number: {self.game.last()}" if self.game.taken else None

    def prompt(self, who):
        return "Action: Chooses"

    def after(self, who, chosen):
        return [f"Chain Now: [{listed(self.game.taken)}]", f"Updated Pool: {self.pool()}"]

    def end(self, loser, winner):
        said = ["Action: No valid moves available.", *self.closing(loser, winner)]
        return self.turn(loser, 0) + said

    def closing(self, loser, winner):
        return [f"Result: {loser} cannot move and loses the game.", f"{winner} wins!"]


class Evens(Words):
    taken_name = "Removed Numbers"

    def welcome(self):
        return ["Welcome to Divisor Duel!"]

    def turn(self, who, number):
        lines = [f"Available Numbers: {listed(self.game.pool())}"]
        if self.game.taken:
            lines += [f"Removed Numbers: {listed(self.game.taken)}"]
        lines += [f"{who}, it's your turn."]
        if self.game.taken:
            lines += [self.about_last(), f"Valid choices are multiples or divisors of {self.game.last()}."]
        return lines

    def about_last(self):
        return f"Last number removed: {self.game.last()}" if self.game.taken else None

    def prompt(self, who):
        return "Select a number to remove:"

    def after(self, who, chosen):
        return [f"You removed {chosen}."]

    def end(self, loser, winner):
        return self.turn(loser, 0) + ["No valid moves available.", *self.closing(loser, winner)]

    def closing(self, loser, winner):
        return [f"{loser} cannot make a valid move. {winner} wins!"]


class Divider(Words):
    def welcome(self):
        # The book's own invalid move loses: whoever plays by it is told before the first number.
        told = has("illegal number", "loses")
        return ["Welcome to Divider's Duel!", f"Starting Number: {self.game.number}"] + [told] * bool(self.game.legal())

    def turn(self, who, number):
        return [f"{who}'s turn.", self.about_last(), f"Proper Divisors: {listed(self.game.legal())}"]

    def about_last(self):
        return f"Current Number: {self.game.number}"

    def prompt(self, who):
        return "Enter your chosen divisor:"

    def after(self, who, chosen):
        return [f"{self.game.number * chosen} divided by {chosen} is {self.game.number}."]

    def end(self, loser, winner):
        return self.turn(loser, 0) + self.closing(loser, winner)

    def closing(self, loser, winner):
        prime = f"{self.game.number} is a prime number. No valid moves left."
        return [prime, f"{loser} cannot make a move. {winner} wins!"]


# Each book: its game on a board of a size, its words, the size it has itself, and other sizes.
BOOKS = {
    "classic": (lambda size: Picking(range(2, size + 1)), Classic, 50, [10, 20, 30, 60, 99, 120]),
    "last-resort": (
        lambda size: Picking(range(1, size + 1), not_first=(1,), last_resort=1),
        LastResort,
        30,
        [2, 3, 4, 5, 6, 10, 12, 20, 40, 120],
    ),
    "chain": (lambda size: Picking(range(2, size + 1)), Chain, 20, [2, 3, 4, 6, 10, 30, 50, 120]),
    "evens": (lambda size: Picking(range(2, size + 1, 2)), Evens, 20, [4, 6, 10, 30, 50, 100]),
    "divider": (Dividing, Divider, 60, [3, 4, 7, 12, 30, 61, 84, 90, 97, 100, 128, 210, 360, 720, 1001, 5040, 999999]),
}


# A game with rubbish typed in between.

WORDS = ["twelve", "sixty", "zwölf", "abc", "number 12", "pick 6", "I win"]
SIGNS = ["+12", "-6", "12.0", "2.5", "0x0c", "1e3", "2,5", "½", "²", "12!", "#6", "12 6", "(12)", "'6'", "6;", "*"]
ZEROS = ["007", "00", "012", "02", "060"]
OTHER_DIGITS = ["１２", "١٢", "१२", "６", "Ⅻ", "⑥"]
EMPTY = ["", " ", "   "]
TOO_LONG = ["100000000000000000000", "123456789012345678901234567890", "000000000000000000000000012"]
STROKES = ["/", "//", "12/", "/5", "60//2", "60/02", "1/2/3", "06/2", "60/-2", "60/2.0"]
HUGE = ["51", "1000", "18446744073709551615", "18446744073709551616", "99999999999999999999"]


class Table:
    """Two people and a book; what is typed, what came of it, what was shown."""

    def __init__(self, luck):
        self.luck = luck
        self.book = luck.choice(list(BOOKS))
        self.make, self.speak, usual, others = BOOKS[self.book]
        self.size = usual if luck.random() < 0.7 else luck.choice(others)
        # Nobody plays a match of games that are over before they begin.
        is_match = luck.random() < 0.08 and self.make(self.size).legal()
        self.match = luck.choice(["best_of", "all_of"]) if is_match else None
        self.most = luck.choice([2, 3, 4, 5]) if is_match else 1
        self.code = self.book if self.size == usual else f"{self.book}:{self.size}"
        self.names = ["Ada", "Bo"] if luck.random() < 0.15 else ["Player 1", "Player 2"]
        self.first = 2 if luck.random() < 0.15 else 1
        self.score = [0, 0]
        self.lines = []
        self.rounds = []

    def play(self):
        while not self.is_over():
            self.play_round()
        return {
            "code": self.code,
            "names": self.names,
            "first": self.first,
            "best_of": self.most if self.match == "best_of" else None,
            "all_of": self.most if self.match == "all_of" else None,
            "rounds": self.rounds,
            "lines": self.lines,
        }

    def is_over(self):
        """All rounds are played; or nobody can catch up any more, and they agreed to stop then."""
        left = self.most - len(self.rounds)
        return left == 0 or (self.match == "best_of" and abs(self.score[0] - self.score[1]) > left)

    def play_round(self):
        self.game = self.make(self.size)
        self.words = self.speak(self.game)
        number = len(self.rounds) + 1
        starts = (self.first - 1 + number - 1) % 2
        self.seats = [starts, 1 - starts]
        if self.match:
            self.lines.append(has(f"Round {number} of {self.most}", self.name(0), "first"))
        self.lines += self.words.welcome()
        steps = []
        self.rounds.append({"begin": self.state(None), "steps": steps})
        self.end = None
        self.show()
        while not self.end:
            for text in self.texts():
                steps.append(self.step(text))
                if self.end:
                    break
        self.score[self.seats[self.end["winner"] - 1]] += 1
        self.rounds[-1]["score"] = list(self.score)
        if self.match:
            self.lines.append(has("Score", *(f"{name} {wins}" for name, wins in zip(self.names, self.score))))
            if self.is_over():
                most, least = max(self.score), min(self.score)
                champion = self.names[self.score.index(most)]
                self.lines.append(has("tie", f"{most} to {least}") if most == least else has(champion, "champion", f"{most} to {least}"))

    def name(self, side):
        return self.names[self.seats[side]]

    def side(self):
        return len(self.game.taken) % 2

    def show(self):
        """A turn begins, unless there is nothing to choose: then the one to move has lost."""
        side = self.side()
        if self.game.legal():
            self.lines += self.words.turn(self.name(side), len(self.game.taken) + 1)
        else:
            self.end = {"winner": 2 - side, "reason": "no-move"}
            self.lines += self.words.end(self.name(side), self.name(1 - side))
            if len(self.game.taken) == 1 and self.game.may_start_fairly():
                self.lines.append(has("fair start"))

    def step(self, text):
        side = self.side()
        mover, other = self.name(side), self.name(1 - side)
        self.lines.append(f"{self.words.prompt(mover)} {text.strip()}")
        said = []
        if text == "resign":
            came = "resigned"
            self.lines += [has(mover, "resigns"), f"{other} wins!"]
            self.end = {"winner": 2 - side, "reason": "resigned"}
        else:
            came, found = self.game.judge(text)
            if came == "move":
                self.game.play(found)
                self.lines += self.words.after(mover, found)
                self.show()
            else:
                said = found["any"]
                self.lines.append(found)
            if came == "loss":
                self.lines += [has(mover, "loses", "illegal number", text.strip().rpartition("/")[2]), f"{other} wins!"]
                self.end = {"winner": 2 - side, "reason": "illegal-number"}
        return {"typed": text, "came": came, "said": said, "state": self.state(self.end)}

    def state(self, end):
        state = self.game.state()
        state["turn"] = self.side() + 1
        state["mover"] = self.name(self.side())
        if not end and not self.game.legal():
            end = {"winner": 2 - self.side(), "reason": "no-move"}
        state["outcome"] = end
        loser, winner = (self.name(side) for side in ((2 - end["winner"], end["winner"] - 1) if end else (0, 1)))
        if not end:
            closing = []
        elif end["reason"] == "no-move":
            closing = self.words.closing(loser, winner)
        else:
            closing = [f"{loser} {'resigns' if end['reason'] == 'resigned' else 'loses by the illegal number'}", f"{winner} wins!"]
        state["words"] = {
            "prompt": self.words.prompt(state["mover"]),
            "last": self.words.about_last(),
            "taken": self.words.taken_name,
            "end": closing,
        }
        return state

    def texts(self):
        """Rubbish, and then something that counts."""
        while self.luck.random() < 0.3:
            text = self.rubbish()
            if self.game.judge(text)[0] == "again":
                yield text
        yield self.something_that_counts()

    def rubbish(self):
        luck, game = self.luck, self.game
        numbers = [0, 1, *game.board, game.board[-1] + 1] if isinstance(game, Picking) else range(self.size + 2)
        stroke = f"{luck.choice(numbers)}/{luck.choice(numbers)}"
        number = str(luck.choice(numbers))
        taken = str(luck.choice(game.taken)) if game.taken else "1"
        kinds = [WORDS, SIGNS, ZEROS, OTHER_DIGITS, EMPTY, TOO_LONG, STROKES, HUGE, [stroke], [number] * 3, [taken] * 3]
        return luck.choice(luck.choice(kinds))

    def something_that_counts(self):
        luck, game = self.luck, self.game
        if luck.random() < 0.02:
            return "resign"
        chosen = luck.choice(game.legal())
        if game.illegal_loses:
            if luck.random() < 0.12:
                wrong = [0, 1, 7, game.number, game.number + 1, 2 * game.number, *map(int, HUGE)]
                chosen = luck.choice([each for each in wrong if each not in game.legal()])
            if luck.random() < 0.3:
                return f"{game.number}/{chosen}"
        return luck.choice([f"{chosen}"] * 9 + [f" {chosen} "])


def main():
    seed, count, *first = sys.argv[1:]
    first = int(first[0]) if first else 0
    for number in range(first, first + int(count)):
        print(json.dumps({"number": number, **Table(random.Random(f"{seed}/{number}")).play()}, ensure_ascii=False))


if __name__ == "__main__":
    main()
