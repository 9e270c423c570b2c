#!/usr/bin/env python3
"""Checks a proof of who wins a divisor game. Needs nothing but Python 3; trusts nothing but arithmetic.

    python3 check_proof.py proof.json

Prints what the proof shows and exits 0, or says where it breaks and exits 1. docs/theory.md explains why it is enough.
"""
import json
import re
import sys


class Broken(Exception):
    pass


def ensure(holds, why):
    if not holds:
        raise Broken(why)


NUMBER = r"(0|[1-9][0-9]{0,19})"
KEYS = {"format", "game", "moves", "winner", "pick", "matching", "barrier", "punishers", "then", "factors"}
LARGEST, MOST = 2**64 - 1, 1_000_000


class Game:
    """A game code without a name: take:LO..HI[/STEP] or divide:N[,N...], and its clauses."""

    def __init__(self, code):
        ensure(isinstance(code, str), "the game is a text")
        head, *clauses = code.split(",")
        self.first, self.resort, self.misere, self.pool, self.table = [], False, False, None, None
        if pool := re.fullmatch(rf"take:{NUMBER}\.\.{NUMBER}(?:/{NUMBER})?", head):
            low, high, step = (int(n or 1) for n in pool.groups())
            ensure(1 <= low <= high <= LARGEST and step >= 1, f"{head!r} is no pool")
            ensure((high - low) // step < MOST, "a pool to prove something about has at most 1,000,000 numbers")
            self.pool = range(low, high + 1, step)
        elif number := re.fullmatch(rf"divide:{NUMBER}", head):
            self.table = [int(number[1])]
            while clauses and re.fullmatch(NUMBER, clauses[0]):
                self.table.append(int(clauses.pop(0)))
            ensure(all(2 < n <= LARGEST for n in self.table), "a number to divide is above 2 and has 64 bits")
            ensure(len(self.table) <= 32, "at most 32 numbers fit on the table")
        else:
            raise Broken(f"{code!r} is no game code")
        rule = rf"first=(even|odd|composite|{NUMBER}\.\.{NUMBER}?|\.\.{NUMBER})"
        for clause in clauses:
            if clause == "misere":
                self.misere = True
            elif clause == "resort=1" and self.pool is not None and 1 in self.pool:
                self.resort = True
            elif self.pool is not None and re.fullmatch(rule, clause):
                self.first.append(clause[len("first="):])
            else:
                ensure(clause in ("invalid=loses", "invalid=retry"), f"{clause!r} is no clause here")
        ensure(self.pool is None or any(map(self.allows_first, self.pool)), "no first pick is allowed")

    def allows_first(self, n):
        def holds(rule):
            if rule in ("even", "odd"):
                return n % 2 == (rule == "odd")
            if rule == "composite":
                return n > 3 and not is_prime(n)
            low, high = rule.split("..")
            return (not low or n >= int(low)) and (not high or n <= int(high))

        return all(holds(rule) for rule in self.first)


def related(a, b):
    return a != b and (a % b == 0 or b % a == 0)


class Pool:
    """A position of a pool game."""

    def __init__(self, game, moves):
        self.game, self.free, self.moves = game, set(game.pool), moves
        for at, pick in enumerate(moves):
            ensure(pick in Pool.legal(self, moves[at - 1] if at else None), f"move {at + 1}, {pick}, is not legal")
            self.free.remove(pick)
        self.last = moves[-1] if moves else None

    def legal(self, last):
        allowed = self.game.allows_first if last is None else lambda n: related(n, last)
        legal = {n for n in self.free if allowed(n)}
        return legal - {1} if self.game.resort and legal != {1} else legal


def is_whole(value):
    return type(value) is int and 0 <= value <= LARGEST


def check_form(proof):
    """Checks the types of everything in a proof: a number that is not whole, or a stray key, proves nothing."""
    whole_list = lambda value: type(value) is list and all(map(is_whole, value))
    is_move = lambda value: is_whole(value) or (type(value) is str and re.fullmatch(f"{NUMBER}/{NUMBER}", value))
    ensure(type(proof) is dict and KEYS.issuperset(proof), "a proof is an object with the documented keys")
    ensure(is_whole(proof["format"]) and proof["format"] == 1, "the format is 1")
    ensure(is_whole(proof["winner"]) and proof["winner"] in (1, 2), "the winner is 1 or 2")
    ensure(type(proof["moves"]) is list and all(map(is_move, proof["moves"])), "the moves are a list of moves")
    ensure(proof["pick"] is None or is_move(proof["pick"]), "the pick is a move, or null")
    pairs, factors = proof.get("matching") or [], proof.get("factors") or []
    ensure(type(pairs) is list and all(whole_list(pair) and len(pair) == 2 for pair in pairs), "pairs are two numbers")
    ensure(all(whole_list(proof.get(key) or []) for key in ("barrier", "punishers")), "these are lists of numbers")
    well_formed = lambda row: type(row) is list and len(row) == 2 and is_whole(row[0]) and whole_list(row[1])
    ensure(type(factors) is list and all(map(well_formed, factors)), "factors are a number and its primes")


def check(proof):
    check_form(proof)
    game, moves, then = Game(proof["game"]), proof["moves"], proof.get("then")
    mover_wins = proof["winner"] == len(moves) % 2 + 1
    if game.table:
        ensure(then is None, "nothing is forced here, so nothing follows")
        return check_nim(proof, game, mover_wins)
    position = Pool(game, moves)
    legal, pick, one_is_free = position.legal(position.last), proof["pick"], game.resort and 1 in position.free
    if not legal:
        ensure(pick is None and then is None, "the game is over: no move follows")
        return ensure(mover_wins == game.misere, "the game is over, and the other side has won")
    ensure(not game.misere, "no pairing proves anything about a misere game")
    ensure(pick is None or (mover_wins and pick in legal), f"the pick {pick} is not a winning move")
    ensure(pick is not None or not mover_wins, "a won position needs the move that wins it")
    if one_is_free and legal == {1}:
        return check_then(proof, position, [1])
    in_play = position.free - {1} if one_is_free else set(position.free)
    if not mover_wins and moves:
        in_play.add(position.last)
    excused = set()
    if one_is_free:
        punishers = proof["punishers"]
        ensure(punishers, "nothing punishes taking 1")
        for u in punishers:
            ensure(u in in_play and u in position.free, f"{u} is not free to punish anything")
            ensure(not any(related(u, n) for n in in_play), f"{u} cannot punish: a relative of it is in play")
        # A first pick can be the only punisher itself; then it forces 1, and what follows has a proof of its own.
        alone = {first for first in legal if not set(punishers) - {first}}
        if pick in alone:
            ensure(not moves, "no punisher is left after the pick")
            return check_then(proof, position, [pick, 1])
        if not moves and not mover_wins:
            excused = alone
            for first in excused:
                check_then(proof, position, [first, 1])
    ensure(excused or then is None, "nothing is forced here, so nothing follows")
    odd_component = check_certificate(proof["matching"], proof["barrier"], in_play)
    missed = pick if mover_wins else position.last
    if missed is not None:
        ensure(all(missed not in pair for pair in proof["matching"]), f"the matching does not miss {missed}")
    else:
        for first in legal - excused:
            ensure(first not in odd_component, f"the first pick {first} is not covered by every maximum matching")


def check_certificate(matching, barrier, in_play):
    """Checks 2|M| = n + |S| - odd(G - S), and gives the members of odd components."""
    matched = set()
    for a, b in matching:
        ensure(related(a, b), f"{a} and {b} are no pair")
        for n in (a, b):
            ensure(n in in_play and n not in matched, f"{n} is not in play, or in two pairs")
            matched.add(n)
    ensure(len(set(barrier)) == len(barrier) and in_play.issuperset(barrier), "the barrier is not in play")
    left = in_play.difference(barrier)
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
    return {n for component in odd for n in component}


def check_then(proof, position, forced):
    then, after = proof.get("then"), position.moves + forced
    ensure(then is not None, "the proof of what follows is missing")
    for at in range(len(position.moves) + 1, len(after)):
        before = Pool(position.game, after[:at])
        ensure(before.legal(before.last) == {after[at]}, f"{after[at]} is not forced")
    ensure(then["game"] == proof["game"] and then["moves"] == after, "what follows is about another position")
    ensure(then["winner"] == proof["winner"], "what follows is won by the other side")
    check(then)


def check_nim(proof, game, mover_wins):
    table = sorted(game.table)
    for move in proof["moves"]:
        ensure(type(move) is str, f"move {move} is not a division")
        number, by = map(int, move.split("/"))
        ensure(number in table and 1 < by < number and number % by == 0, f"move {move} is not legal")
        table[table.index(number)] = number // by
    factors = proof["factors"]
    ensure(sorted(number for number, _ in factors) == sorted(table), "the factors are not those of the table")
    heaps = {}
    for number, primes in factors:
        product = 1
        for p in primes:
            ensure(is_prime(p), f"{p} is not prime")
            product *= p
        ensure(product == number, f"the factors of {number} do not multiply to it")
        heaps[number] = len(primes) - 1
    sizes = [heaps[number] for number in table]
    ensure(nim_mover_wins(sizes, game.misere) == mover_wins, "the Nim values say that the other side wins")
    if not mover_wins:
        return ensure(proof["pick"] is None, "a lost position has no winning move")
    if not any(sizes):
        return ensure(proof["pick"] is None, "the game is over")
    ensure(type(proof["pick"]) is str, "a won position needs the move that wins it")
    number, by = map(int, proof["pick"].split("/"))
    ensure(number in table and 1 < by < number and number % by == 0, "the pick is not legal")
    left, rest = 0, number // by
    for p in dict(factors)[number]:
        if rest % p == 0:
            left, rest = left + 1, rest // p
    sizes[table.index(number)] = left - 1
    ensure(not nim_mover_wins(sizes, game.misere), "the pick does not win")


def nim_mover_wins(heaps, misere):
    total = 0
    for heap in heaps:
        total ^= heap
    return total == 0 if misere and max(heaps) < 2 else total != 0


def is_prime(n):
    """Miller-Rabin to the first twelve prime bases: certain below 2**64 (Sorenson and Webster, 2015)."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if n < 2 or any(n % p == 0 for p in bases):
        return n in bases
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    powers = lambda base: (pow(base, (n - 1) >> k, n) for k in range(1, twos + 1))
    return all(pow(base, (n - 1) >> twos, n) == 1 or n - 1 in powers(base) for base in bases)


def no_doubles(pairs):
    ensure(len(dict(pairs)) == len(pairs), "a key stands twice")
    return dict(pairs)


def main():
    if len(sys.argv) != 2:
        print("usage: python3 check_proof.py PROOF.json", file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            proof = json.load(file, object_pairs_hook=no_doubles)
        check(proof)
    except Broken as broken:
        print(f"broken: {broken}")
        return 1
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        print(f"broken: {error!r}")
        return 1
    by = f", by {proof['pick']}" if proof["pick"] is not None else ", whatever the other player does"
    count = len(proof["moves"])
    after = f"after {count} move{'s' * (count > 1)}" if count else "from the start"
    print(f"proved: player {proof['winner']} wins {proof['game']} {after}{by}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
