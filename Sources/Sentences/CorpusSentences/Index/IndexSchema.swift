import Database
import LanguageServices

/// The tables of an index.
///
/// | table | a row is |
/// |---|---|
/// | `sentence` | a sentence; its number is its rank by quality, so that the best lie together |
/// | `form` | a word as it is written |
/// | `posting` | up to 512 sentences in which a form stands, the best first |
/// | `term` | a headword of which a form is one |
/// | `headword` | what the starter dictionaries know of a word |
/// | `piece` | something of the whole: the state of the sources, the traits of all sentences |
enum IndexSchema {
    /// Changes with whatever makes another index of the same source.
    static let version: Int32 = 1

    /// The largest value of a row; the traits of four million sentences have 16 MB.
    static let largestValue = 64 << 20

    static func create(in database: Database) throws(ServiceError) {
        try database.run(
            """
            CREATE TABLE sentence(rank INTEGER PRIMARY KEY, text TEXT NOT NULL, translation TEXT, place TEXT NOT NULL,
            quality INTEGER NOT NULL, words BLOB NOT NULL, kind TEXT, gloss TEXT, members TEXT, mark INTEGER NOT NULL)
            """
        )
        try database.run("CREATE TABLE form(id INTEGER PRIMARY KEY, text TEXT NOT NULL, term INTEGER NOT NULL)")
        try database.run(
            "CREATE TABLE posting(form INTEGER, first INTEGER, ranks BLOB NOT NULL, PRIMARY KEY(form, first)) WITHOUT ROWID"
        )
        try database.run(
            """
            CREATE TABLE term(key TEXT, form INTEGER, headword TEXT NOT NULL, kinds TEXT NOT NULL,
            certainty INTEGER NOT NULL, PRIMARY KEY(key, form)) WITHOUT ROWID
            """
        )
        try database.run("CREATE INDEX headwords ON term(form)")
        try database.run("CREATE TABLE headword(key TEXT PRIMARY KEY, kinds TEXT NOT NULL, level TEXT) WITHOUT ROWID")
        try database.run("CREATE TABLE piece(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID")
    }
}
