#!/usr/bin/env python3
"""Checks the dice of an online game, without Finaud: python3 verify.py RECORD

Written from docs/online.md, chapter "Dice nobody chose", with the standard library alone. It knows no rules: it reads
who committed to what, derives every roll and card from the revealed seeds, and compares. Exit code 0 if all is well.
"""
import hashlib, hmac, re, sys

def sha(*parts): return hashlib.sha256(b"".join(parts)).hexdigest()
def mac(key, text): return hmac.new(key, text, "sha256").digest()
def demand(holds, why):
    if not holds: sys.exit("broken: " + why)

head, *blocks = open(sys.argv[1], encoding="utf-8").read().split("\n\n")
tags = dict(line.split(": ", 1) for line in head.splitlines()[1:] if ": " in line)
demand(tags.get("dice scheme") == "1", "no dice of scheme 1 to check")
game, players, table = tags["game"], int(tags["players"]), tags["dice table"]
scope, server = tags.get("dice day", table).encode(), bytes.fromhex(tags["dice seed"])
demand(sha(b"finaud table 1", scope, server) == tags["dice commitment"], "the server's seed")
info = b""
for seat in map(str, range(1, players + 1)):
    demand("dice day" in tags or "bot " + seat in tags or "dice seed " + seat in tags, "no seed of seat " + seat)
    if "dice seed " + seat in tags:
        seed = bytes.fromhex(tags["dice seed " + seat])
        demand(sha(b"finaud seat 1", table.encode(), seat.encode(), seed) == tags["dice commitment " + seat], "seat " + seat)
        info += seed
key = mac(mac(scope, server), info + f"{game} {players}".encode() + b"\x01")  # HKDF: extract, then one block

def below(bound, place):
    return int.from_bytes(mac(key, place.encode())[:8], "big") * bound >> 64

colours = ["red", "blue", "green", "yellow", "purple"]
pile = [f"{c} {n}" for c in colours for n in range(1, 7) for _ in range(3)] + ["die"] * 18 + ["switch"] * 12 * (players > 2)
checked, cards, letters = 0, 0, None
for block in blocks:
    heading, *lines = block.splitlines()
    where = ".".join(re.findall(r"\d+", heading))  # dice: round.turn
    roll, rerolls, die_rolls, last, faces = 0, 0, 0, "", {}
    for line in (line.split(";")[0].strip() for line in lines if line.startswith("  ") and line.split(";")[0].strip()):
        if line.startswith("card "):
            due = "card " + pile[below(len(pile), f"card {cards + 1}")]
            cards += 1
            demand(line == due, f"{line}, not {due}")
            pile.remove(line[5:])
        elif line.startswith("die "):
            die_rolls += 1
            due = "die " + (colours + ["star"])[below(6, f"die {cards}.{die_rolls}")]
        elif line.startswith("platter "):
            number, rest, ranking = below(720, f"sort {where}.{roll}.{rerolls}"), list(letters), []
            while rest:
                number, index = divmod(number, len(rest))
                ranking.append(rest.pop(index))
            platter = sorted(ranking, key=lambda die: faces[die])[:3]  # stable: among equals the nearest
            order = ranking if tags.get("dice slots") == "numbered" else letters
            due = " ".join(["platter", *(die for die in letters if die in platter), "slots", *(die for die in order if die not in platter)])
        elif re.fullmatch(r"(\D\d ?)+", line):
            roll, rerolls = (roll, rerolls + 1) if last.endswith(" reroll") else (roll + 1, 0)
            shown = [die[0] for die in line.split()]
            letters = letters or shown  # the first roll of a game has all six
            number = below(6**6, f"roll {where}.{roll}.{rerolls}")
            due = " ".join(f"{die}{number // 6**letters.index(die) % 6 + 1}" for die in shown)
            faces.update((die[0], int(die[1])) for die in line.split())
        else:
            last = line
            continue
        demand(line == due, f"{line}, not {due}")
        checked, last = checked + 1, line
print(f"sound: {checked} outcomes follow from the seeds of the server and {len(info) // 32} people; drawn {tags['dice draws']} time(s)")
