#!/usr/bin/env python3
"""Checks proofs of who wins a divisor game. Needs nothing but Python 3; trusts nothing but arithmetic.

    python3 check_proof.py proof.json ...

Prints what each proof shows, or where it breaks; exits 0 when all of them hold, 1 when one does not. What is checked stands in
docs/proof-format.md, and why it is enough in docs/theory.md.
"""
import json
import re
import sys
from math import gcd

LARGEST, MOST_NUMBERS, MOST_ON_TABLE, MOST_BYTES = 2**64 - 1, 1_000_000, 32, 2**28
MOST_IN_STRATEGY, MOST_REPLIES = 1_024, 1_000_000
CLAIM = {"format", "game", "moves", "winner", "pick"}
NUMBER = "(?:0|[1-9][0-9]*)"
POOL_CODE = re.compile(
    rf"take:(?P<low>{NUMBER})\.\.(?P<high>{NUMBER})(?:/(?P<step>{NUMBER}))?"
    rf"(?:,first=(?P<parity>even|odd))?(?P<composite>,first=composite)?"
    rf"(?:,first=(?!\.\.(?:,|$))(?P<from>{NUMBER})?\.\.(?P<to>{NUMBER})?)?"
    rf"(?P<resort>,resort=1)?(?P<misere>,misere)?(?:,invalid=loses)?"
)
TABLE_CODE = re.compile(rf"divide:(?P<numbers>{NUMBER}(?:,{NUMBER})*)(?P<misere>,misere)?(?:,invalid=loses)?")
DIVISION = re.compile(f"({NUMBER})/({NUMBER})")


class Broken(Exception):
    pass


def ensure(holds, why):
    if not holds:
        raise Broken(why)


# The form.


def read(data):
    """A proof from the bytes of a file."""
    proof = parse(data)
    check_form(proof)
    return proof


def parse(data):
    """What stands in the bytes of a file."""
    ensure(len(data) <= MOST_BYTES, "the file is too large")
    try:
        return json.loads(
            data.decode("utf-8"),
            object_pairs_hook=no_key_twice,
            parse_int=whole,
            parse_float=no_number,
            parse_constant=no_number,
        )
    except (ValueError, RecursionError) as error:
        raise Broken(f"this is no JSON: {error}") from None


def no_key_twice(pairs):
    ensure(len(dict(pairs)) == len(pairs), "a key stands twice")
    return dict(pairs)


def whole(digits):
    ensure(re.fullmatch("[0-9]{1,20}", digits) and int(digits) <= LARGEST, "a number has at most 64 bits and no sign")
    return int(digits)


def no_number(text):
    raise Broken(f"{text} is not a whole number")


def is_whole(value):
    return type(value) is int


def is_list_of(is_member, value):
    return type(value) is list and all(map(is_member, value))


def is_list_of_numbers(value):
    return is_list_of(is_whole, value)


def is_division(value):
    parts = type(value) is str and DIVISION.fullmatch(value)
    return bool(parts) and all(len(part) <= 20 and int(part) <= LARGEST for part in parts.groups())


def is_move(value):
    return is_whole(value) or is_division(value)


def check_form(proof, is_then=False):
    ensure(type(proof) is dict, "a proof is an object")
    ensure(CLAIM <= set(proof), "a key is missing")
    ensure(is_whole(proof["format"]) and proof["format"] == 1, "the format is 1")
    ensure(type(proof["game"]) is str, "the game is a text")
    ensure(is_list_of(is_move, proof["moves"]), "the moves are a list of moves")
    ensure(is_whole(proof["winner"]) and proof["winner"] in (1, 2), "the winner is 1 or 2")
    ensure(proof["pick"] is None or is_move(proof["pick"]), "the pick is a move, or null")
    forms = {
        "matching": lambda value: is_list_of(lambda pair: is_list_of_numbers(pair) and len(pair) == 2, value),
        "barrier": is_list_of_numbers,
        "punishers": is_list_of_numbers,
        "then": lambda value: not is_then and check_form(value, is_then=True) is None,
        "factors": lambda value: is_list_of(
            lambda row: type(row) is list and len(row) == 2 and is_whole(row[0]) and is_list_of_numbers(row[1]), value
        ),
        "strategy": is_list_of_numbers,
    }
    for key in set(proof) - CLAIM:
        ensure(key in forms, "there is no such key")
        ensure(forms[key](proof[key]), f"{key} has another form")


# The games.


def number(digits):
    ensure(len(digits) <= 20 and int(digits) <= LARGEST, "a number of the game has more than 64 bits")
    return int(digits)


def related(a, b):
    return a != b and (a % b == 0 or b % a == 0)


class Pool:
    """A pool game, by its plain code, and its position after some moves."""

    def __init__(self, code):
        parts = POOL_CODE.fullmatch(code)
        ensure(parts, "the game is given by no plain code")
        low, high, step, self.parity, composite, first_low, first_high, resort, misere = (
            parts[name] for name in ("low", "high", "step", "parity", "composite", "from", "to", "resort", "misere")
        )
        ensure(step not in ("0", "1") and (not step or low != high), "there is no such step, or it says nothing")
        low, high, step = number(low), number(high), number(step or "1")
        ensure(1 <= low <= high, "there is no such pool")
        ensure((high - low) // step < MOST_NUMBERS, "the pool has too many numbers")
        ensure((high - low) % step == 0, "the pool does not end with a number of its own")
        self.pool = range(low, high + 1, step)
        self.first_low, self.first_high = number(first_low or str(low)), number(first_high or str(high))
        ensure(not first_low or self.first_low > low, "the lower end of the first picks says nothing")
        ensure(not first_high or self.first_high < high, "the upper end of the first picks says nothing")
        other_parity = [n for n in self.pool[:2] if n % 2 != (self.parity == "odd")]
        ensure(not self.parity or other_parity, f"{self.parity} says nothing")
        self.composite, self.resort, self.misere = bool(composite), bool(resort), bool(misere)
        ensure(not self.resort or low == 1, "1 is not in the pool")
        ensure(any(map(self.is_first_pick, self.pool)), "no first pick is allowed")
        self.free, self.last = set(self.pool), None

    def is_first_pick(self, n):
        return (
            self.first_low <= n <= self.first_high
            and (not self.parity or n % 2 == (self.parity == "odd"))
            and (not self.composite or (n > 3 and not is_prime(n)))
        )

    def fits(self, n):
        """Whether n may be picked, as far as nothing is a last resort."""
        return n in self.free and (self.is_first_pick(n) if self.last is None else related(n, self.last))

    def more_than_one_fits(self):
        return any(self.fits(n) for n in self.pool if n > 1)

    def is_legal(self, move):
        return is_whole(move) and self.fits(move) and not (move == 1 and self.resort and self.more_than_one_fits())

    def is_over(self):
        return not any(map(self.fits, self.pool))

    def play(self, move):
        ensure(self.is_legal(move), f"the move {move} is not legal")
        self.free.remove(move)
        self.last = move


class Table:
    """A division game, by its plain code, and its position after some moves."""

    def __init__(self, code):
        parts = TABLE_CODE.fullmatch(code)
        ensure(parts, "the game is given by no plain code")
        self.numbers, self.misere = [number(digits) for digits in parts["numbers"].split(",")], bool(parts["misere"])
        ensure(len(self.numbers) <= MOST_ON_TABLE, "too many numbers lie on the table")
        ensure(min(self.numbers) > 2, "a number to divide is above 2")
        ensure(self.numbers == sorted(self.numbers), "the numbers on the table are not ascending")

    def is_legal(self, move):
        if not is_division(move):
            return False
        n, by = map(int, move.split("/"))
        return n in self.numbers and 1 < by < n and n % by == 0

    def is_over(self):
        return all(map(is_prime, self.numbers))

    def play(self, move):
        ensure(self.is_legal(move), f"the move {move} is not legal")
        n, by = map(int, move.split("/"))
        self.numbers[self.numbers.index(n)] = n // by
        self.numbers.sort()


def is_prime(n):
    """Miller-Rabin to the first twelve prime bases: certain below 2**64 (Sorenson and Webster, 2015)."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if n < 2 or any(n % p == 0 for p in bases):
        return n in bases
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    powers = lambda base: (pow(base, (n - 1) >> k, n) for k in range(1, twos + 1))
    return all(pow(base, (n - 1) >> twos, n) == 1 or n - 1 in powers(base) for base in bases)


# The proofs.


def check(proof):
    """Checks a proof of the right form, and says what it shows."""
    game = (Pool if proof["game"].startswith("take:") else Table)(proof["game"])
    for move in proof["moves"]:
        game.play(move)
    count = len(proof["moves"])
    after = f"after {count} move{'s' * (count > 1)}" if count else "from the start"
    if check_position(proof, game):
        return f"player {proof['winner']} has won {proof['game']} {after}"
    how = "whatever the other player does" if proof["pick"] is None else f"by {proof['pick']}"
    return f"player {proof['winner']} wins {proof['game']} {after}, {how}"


def check_position(proof, game):
    """Checks a proof about this position, and says whether the game is over there."""
    mover_wins, pick = proof["winner"] == len(proof["moves"]) % 2 + 1, proof["pick"]
    if game.is_over():
        ensure(pick is None and set(proof) == CLAIM, "the game is over: no move and no argument follows")
        ensure(mover_wins == game.misere, "the game is over, and the other side has won")
        return True
    ensure(mover_wins == (pick is not None), "a won position has a pick, and a lost one has none")
    ensure(pick is None or game.is_legal(pick), f"the pick {pick} is not legal")
    if isinstance(game, Table):
        check_nim(proof, game)
    elif game.misere:
        check_strategy(proof, game)
    elif game.resort and 1 in game.free:
        check_last_resort(proof, game)
    else:
        check_plain(proof, game)
    return False


def has_exactly(proof, *keys):
    return set(proof) == CLAIM.union(keys)


def missed_number(proof, game):
    """The number that the matching has to miss: the pick, or else the last pick. At a lost start there is none."""
    return game.last if proof["pick"] is None else proof["pick"]


def check_plain(proof, game):
    ensure(has_exactly(proof, "matching", "barrier"), "a matching and a barrier prove this, and nothing else")
    missed = missed_number(proof, game)
    in_play = game.free | {missed} - {None}
    odd = check_certificate(proof, in_play, missed)
    if missed is None:
        ensure(not any(map(game.is_first_pick, odd)), "a first pick is neither in the barrier nor in an even component")


def check_last_resort(proof, game):
    if not game.more_than_one_fits():
        ensure(has_exactly(proof, "then"), "a proof of what follows proves this, and nothing else")
        return check_then(proof, game, [1])
    punishers, missed = proof.get("punishers", []), missed_number(proof, game)
    in_play = game.free - {1} | {missed} - {None}
    ensure(1 <= len(punishers) <= 2 and len(set(punishers)) == len(punishers), "there are one or two punishers")
    for u in punishers:
        ensure(u > 1 and u in game.free, f"{u} is not free to punish anything")
        ensure(not any(related(u, n) for n in in_play), f"{u} cannot punish: a relative of it is in play")
    ensure(punishers != [proof["pick"]], "no punisher is left after the pick")
    excused = [u for u in punishers if missed is None and len(punishers) == 1 and game.is_first_pick(u)]
    then = ["then"] if excused else []
    ensure(has_exactly(proof, "punishers", "matching", "barrier", *then), "a key is missing, or too much")
    odd = check_certificate(proof, in_play, missed)
    if missed is None:
        covered = not any(game.is_first_pick(n) for n in odd if n not in excused)
        ensure(covered, "a first pick is neither in the barrier nor in an even component")
    if excused:
        check_then(proof, game, excused + [1])


def check_then(proof, game, forced):
    then = proof["then"]
    ensure(then["game"] == proof["game"], "what follows is about another game")
    ensure(then["moves"] == proof["moves"] + forced, "what follows is about another position")
    ensure(then["winner"] == proof["winner"], "what follows is won by the other side")
    for move in forced:
        game.play(move)
    check_position(then, game)


def check_certificate(proof, in_play, missed):
    """Checks that the matching is a maximum one: 2|M| = n + |S| - odd(G - S). Gives the members of odd components."""
    matching, barrier, matched = proof["matching"], set(proof["barrier"]), set()
    for a, b in matching:
        for n in (a, b):
            ensure(n in in_play and n not in matched, f"{n} is not in play, or in two pairs")
            matched.add(n)
        ensure(related(a, b), f"{a} and {b} are no pair")
    ensure(missed not in matched, f"the matching does not miss {missed}")
    ensure(len(barrier) == len(proof["barrier"]), "a number is in the barrier twice")
    ensure(barrier <= in_play, "the barrier is not in play")
    left = in_play - barrier
    parent = {n: n for n in left}

    def find(n):
        while parent[n] != n:
            parent[n] = n = parent[parent[n]]
        return n

    top = max(left, default=0)
    for n in left:
        # Whichever list is shorter: the multiples of n, or all numbers.
        multiples = range(2 * n, top + 1, n) if top // n <= len(left) else (m for m in left if m > n and m % n == 0)
        for m in multiples:
            if m in left:
                parent[find(m)] = find(n)
    members = {}
    for n in left:
        members.setdefault(find(n), []).append(n)
    odd = [component for component in members.values() if len(component) % 2]
    ensure(2 * len(matching) == len(in_play) + len(barrier) - len(odd), "the matching is not shown to be maximum")
    return [n for component in odd for n in component]


def check_strategy(proof, game):
    """Walks through all games in which the winner replies as the strategy says. Sets are whole numbers, a bit a number."""
    ensure(has_exactly(proof, "strategy"), "a strategy proves who wins a misere pool game, and nothing else")
    ensure(len(game.free) <= MOST_IN_STRATEGY, "too many numbers are free")
    ensure(len(proof["strategy"]) <= MOST_REPLIES, "the strategy has too many replies")
    if proof["pick"] is not None:
        game.play(proof["pick"])
        ensure(not game.is_over(), "the pick leaves no move, and whoever cannot move wins")
    numbers, replies = sorted(game.free), iter(proof["strategy"])
    bit = {n: 1 << at for at, n in enumerate(numbers)}
    relatives = {n: sum(bit[m] for m in numbers if related(n, m)) for n in numbers}
    one = bit.get(1, 0) if game.resort else 0

    def members(bits):
        while bits:
            lowest = bits & -bits
            yield numbers[lowest.bit_length() - 1]
            bits ^= lowest

    def reach(last, free):
        """What can be reached after this pick."""
        reached = edge = relatives[last] & free
        while edge:
            found = 0
            for n in members(edge):
                found |= relatives[n]
            edge = found & free & ~reached
            reached |= edge
        return reached

    def legal(last, free):
        fits = relatives[last] & free
        return fits & ~one or fits

    met = set()  # who is to move, the last pick, and what can be reached
    way = [(sum(bit.values()), iter([n for n in numbers if game.is_legal(n)]))]  # where the loser is to move
    while way:
        free, untried = way[-1]
        taken = next(untried, None)
        if taken is None:
            way.pop()
            continue
        left = reach(taken, free & ~bit[taken])
        # Where nothing is left the winner cannot move, and so has won.
        if not left or ("winner", taken, left) in met:
            continue
        met.add(("winner", taken, left))
        reply = next(replies, None)
        ensure(reply is not None, f"the strategy ends before there is a reply to {taken}")
        ensure(bit.get(reply, 0) & legal(taken, left), f"the reply {reply} to {taken} is not legal")
        left = reach(reply, left & ~bit[reply])
        ensure(left, f"the reply {reply} leaves no move, and whoever cannot move wins")
        if ("loser", reply, left) not in met:
            met.add(("loser", reply, left))
            way.append((left, members(legal(reply, left))))
    ensure(next(replies, None) is None, "the strategy goes on when every game is over")


def check_nim(proof, game):
    ensure(has_exactly(proof, "factors"), "the prime factors prove this, and nothing else")
    factors, pick = proof["factors"], proof["pick"]
    ensure([n for n, _ in factors] == game.numbers, "the factors are not those of the table, ascending")
    for n, primes in factors:
        product = 1
        for p in primes:
            product *= p
            ensure(1 < p <= product <= n, f"the factors of {n} do not multiply to it")
        ensure(product == n, f"the factors of {n} do not multiply to it")
        ensure(all(map(is_prime, primes)), f"a factor of {n} is not prime")
    heaps = [len(primes) - 1 for _, primes in factors]
    ensure(nim_mover_wins(heaps, game.misere) == (pick is not None), "the Nim values say that the other side wins")
    if pick is not None:
        n, by = map(int, pick.split("/"))
        at, rest, left = game.numbers.index(n), n // by, 0
        for p in factors[at][1]:
            if rest % p == 0:
                left, rest = left + 1, rest // p
        heaps[at] = left - 1
        ensure(not nim_mover_wins(heaps, game.misere), "the pick does not win")


def nim_mover_wins(heaps, misere):
    total = 0
    for heap in heaps:
        total ^= heap
    return total == 0 if misere and max(heaps) < 2 else total != 0


# Whole answers.


def check_answer(data):
    """Checks the proof of a whole answer, and says what it shows."""
    answer = parse(data)
    ensure(type(answer) is dict, "an answer is an object")
    game = answer.get("game")
    ensure(type(game) is str and game.startswith("take:"), "an answer is about a pool game")
    pool = Pool(game)
    ensure(not pool.misere, "no pairing proves anything about a misere game")
    punishers = ["punishers"] * pool.resort
    keys = ["answer", "game", "winning", "pairs", *punishers, "rest", "cycles", "barrier"]
    ensure(list(answer) == keys, "an answer has its keys, in their order")
    ensure(all(is_whole(answer[key]) for key in ("answer", "winning", "pairs")), "a count is a number")
    ensure(answer["answer"] == 1, "the version of the answer is 1")
    ensure(all(is_list_of(is_list_of_numbers, answer[key]) for key in keys[-3:]), "a list of rows has another form")
    parts = Parts(pool)
    if pool.resort:
        ensure(is_list_of_numbers(answer["punishers"]) and len(answer["punishers"]) == 2, "there are two punishers")
        ensure(len(set(answer["punishers"])) == 2, "two punishers are different")
        for u in answer["punishers"]:
            parts.place(u)
            ensure(not any(related(u, n) for n in pool.pool if n > 1), f"{u} punishes nothing: it has a relative")
    for row in answer["rest"]:
        parts.add_rest(row)
    for row in answer["cycles"]:
        parts.add_cycle(row)
    for row in answer["barrier"]:
        parts.add_barrier(row)
    pairs, in_sets = parts.finish()
    ensure(pairs == answer["pairs"], f"a largest pairing has {pairs} pairs by what is shown")
    winning = sum(map(pool.is_first_pick, in_sets))
    ensure(winning == answer["winning"], f"{winning} first picks win by what is shown")
    # 1 as a last resort is a first pick only where nothing else is.
    picks = sum(map(pool.is_first_pick, pool.pool))
    picks -= pool.resort and picks > 1 and pool.is_first_pick(1)
    of_all = f"of the {picks} first picks of {game}" if picks > 1 else f"the only first pick of {game}"
    if picks == 1:
        said = f"{of_all} {'wins' if winning else 'does not win'}"
    else:
        said = f"{winning or 'none'} {of_all} {'win' if winning > 1 else 'wins'}"
    return f"{said}, and a largest pairing has {pairs} pair{'s' * (pairs != 1)}"


class Parts:
    """The numbers of a pool, and what the rows of an answer have shown of each."""

    REST, BARRIER, NOT_IN_PLAY = -1, -2, -3

    def __init__(self, game):
        self.pool = game.pool
        # For every place the place of another number of its set, nearer to the one that stands for it.
        self.sets = list(range(len(self.pool)))
        if game.resort:
            self.sets[0] = self.NOT_IN_PLAY
        self.in_cycle, self.paired, self.left_over = set(), set(), set()
        self.rest = self.barrier = 0

    def place(self, n):
        ensure(n in self.pool, f"{n} is not in play")
        place = self.pool.index(n)
        ensure(self.sets[place] != self.NOT_IN_PLAY, f"{n} is not in play")
        return place

    def set_of(self, n):
        place, sets = self.place(n), self.sets
        ensure(sets[place] >= 0, f"{n} is in the rest or in the barrier, and elsewhere")
        while sets[place] != place:
            sets[place] = place = sets[sets[place]]
        return place

    def add_rest(self, row):
        ensure(len(row) == 2 and 0 not in row and related(*row), f"{row} is no pair of the rest")
        for n in row:
            place = self.place(n)
            ensure(self.sets[place] == place, f"{n} is in the rest twice")
            self.sets[place] = self.REST
        self.rest += 1

    def add_cycle(self, row):
        ensure(len(row) <= len(self.pool), "a cycle has more numbers than the pool")
        round_ = [self.set_of(n) for n in row]
        entered = 0
        for k in range(len(row)):
            if round_[k - 1] != round_[k]:
                ensure(related(row[k - 1], row[k]), f"{row[k - 1]} and {row[k]} are not related")
                entered += 1
        stands = min(round_, default=0)
        ensure(entered == len(set(round_)) and entered % 2 == 1 and entered > 1, f"{row} goes round no odd cycle of sets")
        self.in_cycle.update(map(self.pool.index, row))
        for place in round_:
            self.sets[place] = stands

    def add_barrier(self, row):
        ensure(len(row) == 3 and 0 not in row, f"{row} is no row of the barrier")
        n, partner, other = row
        ensure(related(n, partner) and related(n, other), f"{n} is not related to both others in its row")
        other, partner, place = self.set_of(other), self.set_of(partner), self.place(n)
        if other not in self.paired:
            self.left_over.add(other)
        ensure(partner not in self.paired and partner not in self.left_over, "a set has a partner already, or was to be left over")
        self.paired.add(partner)
        ensure(self.sets[place] == place, f"{n} is in the barrier, and elsewhere")
        for used in (self.in_cycle, self.paired, self.left_over):
            ensure(place not in used, f"{n} is in the barrier, and elsewhere")
        self.sets[place] = self.BARRIER
        self.barrier += 1

    def finish(self):
        """Checks that no line goes from one set to another or to the rest: how many pairs there are, and what is in a set."""
        sets, pool = self.sets, self.pool
        in_sets = [n for n, found in zip(pool, sets) if found >= 0]
        for n in in_sets:
            sets[pool.index(n)] = self.set_of(n)
        common = gcd(pool.start, pool.step)
        for place, own in enumerate(sets):
            if own != self.BARRIER and own != self.NOT_IN_PLAY:
                # The multiples of a number that are in the pool stand at equal distances.
                distance = pool[place] // common
                others = set(sets[place + distance :: distance])
                ensure(others <= {own, self.BARRIER}, f"{pool[place]} is related to a number of another part")
        count = len({sets[pool.index(n)] for n in in_sets})
        return self.rest + self.barrier + (len(in_sets) - count) // 2, in_sets


def judge(data):
    """What the bytes of a file show: whether they are a proof, and of what, or where it breaks."""
    try:
        return True, check_answer(data) if data.startswith(b'{"answer":') else check(read(data))
    except Broken as broken:
        return False, str(broken)


def main(paths):
    if not paths:
        print("usage: python3 check_proof.py PROOF.json ...", file=sys.stderr)
        return 2
    all_hold = True
    for path in paths:
        try:
            with open(path, "rb") as file:
                holds, said = judge(file.read(MOST_BYTES + 1))
        except OSError as error:
            holds, said = False, str(error)
        all_hold &= holds
        print((f"{path}: " if len(paths) > 1 else "") + ("proved: " if holds else "broken: ") + ascii(said)[1:-1])
    return 0 if all_hold else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
