#!/usr/bin/env python3
"""Lets Anki itself judge the packages that we write.

usage: judge.py make FOLDER [NOTES]
       judge.py compare ORIGINAL EDITED EXPECTED
       judge.py fields PACKAGE NAME...
       judge.py sounds PACKAGE

make     writes packages of every kind into FOLDER: by Anki (new, old, .colpkg of both) and, when it is installed, by
         genanki. With NOTES, a large deck of so many notes too.
compare  imports ORIGINAL into a collection and EDITED over it, and EDITED into an empty one; a .colpkg also as a whole
         collection. EXPECTED has a line for each changed field: number of the note, place of the field, new value in
         hexadecimal UTF-8, and one for each new media file: the word media, its name in hexadecimal, its SHA-1.
         Exactly those notes must be updated, no note may conflict, and every other row of notes, cards, revlog, note
         types, decks, tags and every media file must be as before.
fields   imports PACKAGE into an empty collection, in which every note type of its notes must end with the fields NAME.
sounds   imports PACKAGE into an empty collection, where Anki's check of the media must find nothing missing and nothing
         unused, and every sound of a note must be a file with something in it.

Exit 1 with a line for each fault. Needs the PyPI package anki (and genanki for its deck), and a HOME to write to.
"""
import hashlib
import os
import random
import sys
import tempfile

from anki.collection import (AddNoteRequest, Collection, ExportAnkiPackageOptions, ImportAnkiPackageOptions,
                             ImportAnkiPackageRequest)

faults = []


def fault(*words):
    faults.append(" ".join(str(word) for word in words))


# ---- making ----------------------------------------------------------------------------------------------------------

def note(collection, kind, deck, tags="", **fields):
    made = collection.new_note(collection.models.by_name(kind))
    for name, value in fields.items():
        made[name] = value
    made.tags = tags.split()
    collection.add_note(made, collection.decks.id(deck))
    return made


def media(collection, name, content):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return collection.media.add_file(path)


def fill(collection, notes):
    models = collection.models
    kind = models.copy(models.by_name("Basic"), add=False)
    kind["name"] = "Vocabulário ñ 日本"
    for name in ("Exemplo", "Straße"):
        models.add_field(kind, models.new_field(name))
    kind["sortf"] = 1
    models.add(kind)
    sound = media(collection, "casa ñ.mp3", b"ID3" + bytes(range(256)) * 4)
    image = media(collection, "house.jpg", b"\xff\xd8\xff" + b"picture" * 100)
    first = note(collection, kind["name"], "Español::Verbos 動詞", "verbo nível::A1 ñ",
                 Front="to <b>run</b> &amp; jump", Back="0123", Exemplo="<div>Ella corre.</div>[sound:%s]" % sound)
    note(collection, kind["name"], "Español", Front="house <img src=\"%s\">" % image, Back="casa", **{"Straße": "x"})
    note(collection, "Basic", "Default", Front="AT&T", Back="")
    note(collection, "Basic (and reversed card)", "Español", "a b", Front="<!-- c -->dog&nbsp;", Back="perro<br>can")
    cloze = note(collection, "Cloze", "Lücken", "cloze", Text="Das {{c1::Haus}} ist {{c2::groß::Größe}}.")
    collection.sched.suspend_cards([card.id for card in first.cards()])
    for _ in range(4):
        card = collection.sched.getCard()
        if card is None:
            break
        collection.sched.answerCard(card, 3)
    collection.sched.bury_cards([cloze.cards()[0].id])
    requests = []
    chance = random.Random(1)
    for number in range(notes):
        made = collection.new_note(models.by_name("Basic"))
        made["Front"] = "word %d %s" % (number, "".join(chance.choices("abcdefghij klmno", k=40)))
        made["Back"] = "" if number % 2 else "<b>%s</b>" % "".join(chance.choices("abcdefghij klmno", k=60))
        requests.append(AddNoteRequest(note=made, deck_id=collection.decks.id("Big")))
    collection.add_notes(requests)


def make(folder, notes):
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        path = os.path.join(home, "collection.anki2")
        collection = Collection(path)
        fill(collection, notes)
        for name, legacy in (("new", False), ("old", True)):
            options = ExportAnkiPackageOptions(with_scheduling=True, with_media=True, with_deck_configs=True, legacy=legacy)
            collection.export_anki_package(out_path=os.path.join(folder, name + ".apkg"), options=options, limit=None)
        for name, legacy in (("new", False), ("old", True)):
            collection.export_collection_package(os.path.join(folder, name + ".colpkg"), True, legacy)
            collection = Collection(path)
        collection.close()
    try:
        import genanki
    except ImportError:
        return
    model = genanki.Model(1607392319, "Simple", fields=[{"name": "Question"}, {"name": "Answer"}, {"name": "Sound"}],
                          templates=[{"name": "Card 1", "qfmt": "{{Question}}", "afmt": "{{Answer}}{{Sound}}"}])
    deck = genanki.Deck(2059400110, "Genanki::Capitais")
    for question, answer in (("Spain", "Madrid"), ("<i>Brasil</i>", ""), ("日本", "東京")):
        deck.add_note(genanki.Note(model=model, fields=[question, answer, "[sound:one.mp3]"], tags=["geo"]))
    deck.add_note(genanki.Note(model=genanki.CLOZE_MODEL, fields=["{{c1::Lima}} is in Peru", ""]))
    with tempfile.TemporaryDirectory() as home:
        sound = os.path.join(home, "one.mp3")
        with open(sound, "wb") as file:
            file.write(b"ID3one")
        package = genanki.Package(deck)
        package.media_files = [sound]
        package.write_to_file(os.path.join(folder, "genanki.apkg"))


# ---- comparing -------------------------------------------------------------------------------------------------------

TABLES = ("notes", "cards", "revlog", "notetypes", "fields", "templates", "decks", "deck_config", "tags", "graves")


def snapshot(collection):
    tables = {}
    for table in TABLES:
        columns = [row[1] for row in collection.db.execute("select * from pragma_table_info('%s')" % table)]
        tables[table] = sorted((dict(zip(columns, row)) for row in collection.db.execute("select * from " + table)),
                               key=lambda row: repr(list(row.values())))
    folder = collection.media.dir()
    tables["media"] = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            tables["media"][name] = hashlib.sha1(file.read()).hexdigest()
    return tables


def portable(tables):
    """A snapshot without the ids that Anki generates separately in each collection."""
    names = {row["id"]: row["name"] for row in tables["decks"]}
    kinds = {row["id"]: row["name"] for row in tables["notetypes"]}
    used = {row["mid"] for row in tables["notes"]}
    for row in tables["cards"]:
        row["did"], row["odid"] = names[row["did"]], names.get(row["odid"])
    for row in tables["decks"]:
        del row["id"], row["mtime_secs"]
    for table in ("notetypes", "fields", "templates"):
        key = "id" if table == "notetypes" else "ntid"
        # Unused note types are those of the empty collection, with their own ids.
        tables[table] = [row for row in tables[table] if row[key] in used]
        for row in tables[table]:
            row[key] = kinds[row[key]]
            if table == "notetypes":
                # Anki writes the unknown fields of a note type in arbitrary order.
                row["config"] = sorted(row["config"])
            row.pop("mtime_secs", None)
    for table in TABLES[1:]:
        tables[table].sort(key=lambda row: repr(list(row.values())))
    return tables


def load(collection, path):
    options = ImportAnkiPackageOptions(merge_notetypes=False, update_notes=0, update_notetypes=0, with_scheduling=True,
                                       with_deck_configs=True)
    return collection.import_anki_package(
        ImportAnkiPackageRequest(package_path=os.path.abspath(path), options=options)).log


def opened(folder, path, whole):
    """A collection into which a package was imported; a .colpkg may replace the whole collection."""
    collection = Collection(os.path.join(folder, "collection.anki2"))
    if not whole:
        load(collection, path)
        return collection
    collection.close()
    place = os.path.join(folder, "collection.anki2")
    backend = collection._backend
    backend.import_collection_package(col_path=place, backup_path=os.path.abspath(path),
                                      media_folder=os.path.join(folder, "collection.media"),
                                      media_db=os.path.join(folder, "collection.media.db2"))
    return Collection(place)


def sound(collection, what):
    message, is_sound = collection.fix_integrity()
    if not is_sound:
        fault(what, "database check:", message)


def same(what, before, after, changes, files, fresh=False):
    """Compares two snapshots: only the changes may be different."""
    for table in TABLES[1:]:
        if before[table] != after[table]:
            differing = [pair for pair in zip(before[table], after[table]) if pair[0] != pair[1]]
            fault(what, table, "differ:", len(before[table]), len(after[table]), differing[:1])
    text = "".join(row["flds"] for row in after["notes"])
    # Anki does not import media that no note refers to any more.
    wanted = {name: hash for name, hash in dict(before["media"], **files).items() if fresh is False or name in text}
    if not wanted.items() <= after["media"].items() <= dict(before["media"], **files).items():
        fault(what, "media differ:", set(wanted.items()) ^ set(after["media"].items()))
    old = {row["id"]: row for row in before["notes"]}
    new = {row["id"]: row for row in after["notes"]}
    if old.keys() != new.keys():
        fault(what, "the notes differ")
        return
    for number, row in old.items():
        values = row["flds"].split("\x1f")
        for place, value in changes.get(number, {}).items():
            values[place] = value
        if new[number]["flds"] != "\x1f".join(values):
            fault(what, "note", number, "has", repr(new[number]["flds"]), "not", repr("\x1f".join(values)))
        free = {"flds", "sfld", "csum", "mod", "usn"} if number in changes else set()
        for column in row.keys() - free:
            if row[column] != new[number][column]:
                fault(what, "note", number, column, row[column], "became", new[number][column])
        if number in changes and not new[number]["mod"] > row["mod"]:
            fault(what, "note", number, "does not have a newer modification time")


def derived(collection, what, changes):
    """Checks that our sort field and checksum are the same as Anki's."""
    for number in changes:
        read = lambda: collection.db.first("select sfld, csum from notes where id = ?", number)
        ours = read()
        note = collection.get_note(number)
        values = list(note.fields)
        note.fields = ["-" + value for value in values]
        collection.update_note(note)
        note.fields = values
        collection.update_note(note)
        if read() != ours:
            fault(what, "note", number, "has sort field and checksum", ours, "and Anki writes", read())


def compare(original, edited, expected):
    changes, files = {}, {}
    with open(expected) as lines:
        for line in lines:
            first, second, third = line.split(" ")
            third = third.strip()
            if first == "media":
                files[bytes.fromhex(second).decode()] = third
            else:
                changes.setdefault(int(first), {})[int(second)] = bytes.fromhex(third).decode()
    with tempfile.TemporaryDirectory() as folder:
        collection = opened(folder, original, False)
        before = snapshot(collection)
        log = load(collection, edited)
        counts = {name: len(getattr(log, name)) for name in ("new", "updated", "duplicate", "conflicting",
                                                             "missing_notetype", "missing_deck", "empty_first_field")}
        wanted = {"new": 0, "updated": len(changes), "duplicate": log.found_notes - len(changes), "conflicting": 0,
                  "missing_notetype": 0, "missing_deck": 0, "empty_first_field": 0}
        if counts != wanted or not log.found_notes:
            fault("import over the original:", counts, "instead of", wanted)
        same("import over the original:", before, snapshot(collection), changes, files)
        sound(collection, "import over the original:")
        collection.close()
        print(os.path.basename(edited), "over", os.path.basename(original), counts)
    for whole in {False, edited.endswith(".colpkg")}:
        what = "as a whole collection:" if whole else "into an empty collection:"
        snapshots = []
        for path in (original, edited):
            with tempfile.TemporaryDirectory() as folder:
                collection = opened(folder, path, whole)
                snapshots.append(snapshot(collection))
                if path == edited:
                    if whole:
                        derived(collection, what, changes)
                    sound(collection, what)
                collection.close()
        if not whole:
            snapshots = [portable(tables) for tables in snapshots]
        same(what, *snapshots, changes, files, fresh=not whole)


def fields(path, names):
    for whole in {False, path.endswith(".colpkg")}:
        with tempfile.TemporaryDirectory() as folder:
            collection = opened(folder, path, whole)
            numbers = collection.find_notes("")
            if not numbers:
                fault("no notes")
            for number in numbers:
                note = collection.get_note(number)
                if note.keys()[-len(names):] != names:
                    fault("note", number, "has unexpected fields", note.keys())
            for kind in {collection.get_note(number).mid for number in numbers}:
                places = [field["ord"] for field in collection.models.get(kind)["flds"]]
                ids = [field.get("id") for field in collection.models.get(kind)["flds"]]
                known = [number for number in ids if number is not None]
                if places != list(range(len(places))) or len(set(known)) != len(known):
                    fault("note type", kind, "has the field positions", places, "and ids", ids)
            sound(collection, path)
            collection.close()


def sounds(path):
    with tempfile.TemporaryDirectory() as folder:
        collection = opened(folder, path, False)
        result = collection.media.check()
        if result.missing or result.unused:
            fault(path, "missing:", list(result.missing), "unused:", list(result.unused))
        if not collection.find_notes("sound"):
            fault(path, "has no sounds")
        for number in collection.find_notes(""):
            note = collection.get_note(number)
            for name in collection.media.files_in_str(note.mid, note.joined_fields()):
                if not os.path.getsize(os.path.join(collection.media.dir(), name)):
                    fault(path, "note", number, "has an empty sound", name)
        sound(collection, path)
        collection.close()


if len(sys.argv) >= 3 and sys.argv[1] == "make":
    make(sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 0)
elif len(sys.argv) == 5 and sys.argv[1] == "compare":
    compare(*sys.argv[2:])
elif len(sys.argv) >= 4 and sys.argv[1] == "fields":
    fields(sys.argv[2], sys.argv[3:])
elif len(sys.argv) == 3 and sys.argv[1] == "sounds":
    sounds(sys.argv[2])
else:
    sys.exit(__doc__)
for line in faults[:20]:
    print("FAULT", line)
sys.exit(1 if faults else 0)
