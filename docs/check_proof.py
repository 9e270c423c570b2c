#!/usr/bin/env python3
"""Checks a proof of who wins a divisor game. Needs nothing but Python 3; trusts nothing but arithmetic.

    python3 check_proof.py proof.json

Prints what the proof shows and exits 0, or says where it breaks and exits 1. docs/theory.md explains why it is enough.
"""
import json
import sys


class Broken(Exception):
    pass


def ensure(holds, why):
    if not holds:
        raise Broken(why)


class Game:
    """A game code without a name: take:LO..HI[/STEP] or divide:N[,N...], and its clauses."""

    def __init__(self, code):
        head, *clauses = code.split(",")
        kind, _, rest = head.partition(":")
        self.first, self.resort, self.misere = [], False, False
        if kind == "take":
            span, _, step = rest.partition("/")
            low, high = span.split("..")
            self.pool, self.table = range(int(low), int(high) + 1, int(step or 1)), None
        elif kind == "divide":
            self.pool, self.table = None, [int(rest)]
            while clauses and clauses[0].isdigit():
                self.table.append(int(clauses.pop(0)))
        else:
            raise Broken(f"{code!r} is no game code")
        for clause in clauses:
            key, _, value = clause.partition("=")
            if clause == "misere":
                self.misere = True
            elif clause == "resort=1":
                self.resort = True
            elif key == "first":
                self.first.append(value)
            else:
                ensure(key == "invalid", f"{clause!r} is no clause")

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


def check(proof):
    ensure(proof["format"] == 1, f"format version {proof['format']} is unknown")
    game, moves = Game(proof["game"]), proof["moves"]
    ensure(proof["winner"] in (1, 2), "the winner is 1 or 2")
    mover_wins = proof["winner"] == len(moves) % 2 + 1
    if game.table:
        return check_nim(proof, game, mover_wins)
    position = Pool(game, moves)
    legal, pick, one_is_free = position.legal(position.last), proof["pick"], game.resort and 1 in position.free
    if not legal:
        return ensure(mover_wins == game.misere, "the game is over, and the other side has won")
    ensure(not game.misere, "no pairing proves anything about a misere game")
    ensure(pick is None or (mover_wins and pick in legal), f"the pick {pick} is not a winning move")
    ensure(pick is not None or not mover_wins, "a won position needs the move that wins it")
    if one_is_free and legal == {1}:
        return check_then(proof, position, [1])
    in_play = position.free - {1} if one_is_free else set(position.free)
    if not mover_wins and moves:
        in_play.add(position.last)
    if one_is_free:
        punishers = proof["punishers"]
        for u in punishers:
            ensure(u in in_play and u in position.free, f"{u} is not free to punish anything")
            ensure(not any(related(u, n) for n in in_play), f"{u} cannot punish: a relative of it is in play")
        # A first pick can be the punisher itself; then it forces 1, and what follows has a proof of its own.
        if pick is not None and not set(punishers) - {pick}:
            ensure(not moves, "no punisher is left after the pick")
            return check_then(proof, position, [pick, 1])
        ensure(punishers, "nothing punishes taking 1")
        for first in legal if not moves and not mover_wins else ():
            if not set(punishers) - {first}:
                check_then(proof, position, [first, 1])
    odd_component = check_certificate(proof["matching"], proof["barrier"], in_play)
    missed = pick if mover_wins else position.last
    if missed is not None:
        ensure(all(missed not in pair for pair in proof["matching"]), f"the matching does not miss {missed}")
    else:
        excused = {proof["then"]["moves"][0]} if proof.get("then") else set()
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


def main():
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            proof = json.load(file)
        check(proof)
    except (Broken, OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        print(f"broken: {error!r}" if not isinstance(error, Broken) else f"broken: {error}")
        return 1
    by = f", by {proof['pick']}" if proof["pick"] is not None else ", whatever the other player does"
    after = f"after {len(proof['moves'])} moves" if proof["moves"] else "from the start"
    print(f"proved: player {proof['winner']} wins {proof['game']} {after}{by}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
