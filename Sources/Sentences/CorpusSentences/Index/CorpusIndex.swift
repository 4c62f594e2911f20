import Database
import LanguageServices

/// An open index. It must not be accessed from several threads at the same time.
final class CorpusIndex {
    /// The number of sentences.
    let count: Int
    /// Notices for the user about the sources.
    let notices: [String]
    /// The licences of sentences. Each applies to the sentences whose location begins with its `start`.
    private let licences: [(start: String, licence: String)]

    let database: Database
    private let traits: [UInt8]
    private let frequencies: [UInt8]

    private let forms: Statement
    private let holding: Statement
    private let following: Statement
    private let sentence: Statement
    private let headword: Statement
    private let headwords: Statement

    /// The properties of a sentence that are available without reading its row.
    struct Traits: Sendable, Hashable {
        var words: Int
        /// The level of the sentence's hardest word, 1…6; 0 if the levels of all words are unknown.
        var hardest: Int
        var second: Int
        /// The number of words in the sentence that no word list contains.
        var unknown: Int
    }

    /// A form of a headword.
    struct Form: Sendable, Hashable {
        var id: Int64
        var text: String
        /// The number of the headword under which the form is counted.
        var term: Int32
        var headword: String
        var kinds: Set<PartOfSpeech>
        var certainty: FormReading.Certainty
    }

    /// Opens an index.
    ///
    /// - Parameters:
    ///   - database: The database of the index.
    ///   - state: The current state of the sources.
    /// - Returns: `nil` if the database contains no index, or one with a different state or version.
    /// - Throws: `ServiceError` if the database cannot be read.
    init?(_ database: Database, state: String) throws {
        guard try database.userVersion() == Int64(IndexSchema.version) else { return nil }
        self.database = database
        let piece = try database.prepare("SELECT value FROM piece WHERE name = ?")
        func value(_ name: String) throws -> [UInt8]? {
            defer { piece.reset() }
            try piece.bind(1, text: name)
            return try piece.step() ? piece.bytes(0) : nil
        }
        guard let known = try value("state"), known.elementsEqual(state.utf8), let traits = try value("traits"),
            let frequencies = try value("frequencies"), traits.count % 3 == 0
        else { return nil }
        let notes = String(decoding: try value("notices") ?? [], as: UTF8.self)
        notices = notes.split(separator: "\n").map(String.init)
        let lines = String(decoding: try value("licences") ?? [], as: UTF8.self).split(separator: "\n")
        licences = lines.compactMap { line in
            let cells = line.split(separator: "\t")
            return cells.count == 2 ? (String(cells[0]), String(cells[1])) : nil
        }
        self.traits = traits
        self.frequencies = frequencies
        count = traits.count / 3
        forms = try database.prepare(
            """
            SELECT form.id, form.text, form.term, term.headword, term.kinds, term.certainty FROM term
            JOIN form ON form.id = term.form WHERE term.key = ? ORDER BY form.id
            """
        )
        let columns = "SELECT first, ranks FROM posting WHERE form = ? AND first"
        following = try database.prepare("\(columns) > ? ORDER BY first LIMIT 1")
        holding = try database.prepare("\(columns) <= ? ORDER BY first DESC LIMIT 1")
        sentence = try database.prepare("SELECT \(SentenceRow.columns) FROM sentence WHERE rank = ?")
        headwords = try database.prepare(
            "SELECT key, headword, kinds, certainty FROM term WHERE form = ? ORDER BY certainty, key"
        )
        headword = try database.prepare("SELECT kinds, level FROM headword WHERE key = ?")
    }

    /// The properties of a sentence, read from memory rather than from its row.
    func traits(of rank: Int) -> Traits {
        guard rank >= 0, rank < count else { return Traits(words: 0, hardest: 0, second: 0, unknown: 0) }
        let levels = traits[3 * rank + 1]
        return Traits(
            words: Int(traits[3 * rank]),
            hardest: Int(levels >> 4),
            second: Int(levels & 15),
            unknown: Int(traits[3 * rank + 2])
        )
    }

    /// The licence of the sentence at a location; `nil` if the source does not state one.
    func licence(of location: String) -> String? { licences.first { location.hasPrefix($0.start) }?.licence }

    /// The frequency of a headword, and whether it is a content word.
    func frequency(of term: Int32) -> (count: Int, says: Bool) {
        let position = Int(term) * 4
        guard position >= 0, position + 4 <= frequencies.count else { return (0, false) }
        var value: UInt32 = 0
        for offset in 0..<4 { value |= UInt32(frequencies[position + offset]) << UInt32(8 * offset) }
        return (Int(value >> 1), value & 1 != 0)
    }

    /// The forms of a headword, by its key.
    func forms(of key: String) throws -> [Form] {
        defer { forms.reset() }
        try forms.bind(1, text: key)
        var result: [Form] = []
        while try forms.step() {
            result.append(
                Form(
                    id: forms.integer(0),
                    text: forms.text(1),
                    term: Int32(truncatingIfNeeded: forms.integer(2)),
                    headword: forms.text(3),
                    kinds: Self.kinds(forms.text(4)),
                    certainty: FormReading.Certainty(rawValue: Int(forms.integer(5))) ?? .shared
                )
            )
        }
        return result
    }

    /// The headwords that a form may belong to, including the form itself.
    func headwords(ofForm form: Int64) throws -> [FormReading.Headword] {
        defer { headwords.reset() }
        try headwords.bind(1, integer: form)
        var result: [FormReading.Headword] = []
        while try headwords.step() {
            result.append(
                FormReading.Headword(
                    key: headwords.text(0),
                    text: headwords.text(1),
                    kinds: Self.kinds(headwords.text(2)),
                    certainty: FormReading.Certainty(rawValue: Int(headwords.integer(3))) ?? .shared
                )
            )
        }
        return result
    }

    /// The entry for a word in the starter dictionaries, looked up by its key.
    func known(_ key: String) throws -> KnownWords.Word? {
        defer { headword.reset() }
        try headword.bind(1, text: key)
        guard try headword.step() else { return nil }
        return KnownWords.Word(
            level: headword.isNull(1) ? nil : LearnerLevel(rawValue: headword.text(1)),
            kinds: Self.kinds(headword.text(0))
        )
    }

    /// The block that contains a form's first sentence at or after a rank; `nil` if there is none.
    func block(of form: Int64, from rank: Int) throws -> [PostingList.Posting]? {
        for statement in [holding, following] {
            defer { statement.reset() }
            try statement.bind(1, integer: form)
            try statement.bind(2, integer: Int64(rank))
            guard try statement.step() else { continue }
            guard let postings = PostingList.postings(in: statement.bytes(1), count: count),
                postings.first?.rank == Int(statement.integer(0)), let last = postings.last
            else { throw damage("a posting list is unreadable") }
            if last.rank >= rank { return postings }
        }
        return nil
    }

    /// The sentence with a rank; `nil` if its words do not satisfy the predicate. In that case, the other columns are
    /// not read.
    func row(_ rank: Int, where isWanted: ([Int32]) -> Bool) throws -> SentenceRow? {
        defer { sentence.reset() }
        try sentence.bind(1, integer: Int64(rank))
        guard try sentence.step() else { throw damage("a sentence is missing") }
        let words = SentenceRow.words(of: sentence)
        guard isWanted(words) else { return nil }
        guard let row = SentenceRow(sentence, words: words) else { throw damage("a sentence is corrupt") }
        return row
    }

    private func damage(_ reason: String) -> ServiceError {
        database.failure(DatabaseFailure(kind: .damaged, reason: reason))
    }

    private static func kinds(_ text: String) -> Set<PartOfSpeech> {
        Set(text.split(separator: ",").map { PartOfSpeech(rawValue: String($0)) })
    }
}

/// The tables of an index.
///
/// | table | row |
/// |---|---|
/// | `sentence` | a sentence; its row ID is its rank by quality, so that the best sentences are stored together |
/// | `form` | a word as written |
/// | `posting` | up to 512 sentences that contain a form, best first |
/// | `term` | a headword that a form belongs to |
/// | `headword` | the entry for a word in the starter dictionaries |
/// | `piece` | data about the index as a whole: the state of the sources, the properties of all sentences |
enum IndexSchema {
    /// The version of the schema. Increment it with every change that affects the contents of an index.
    static let version: Int32 = 1

    /// The maximum size of a value, in bytes; the properties of four million sentences take up 16 MB.
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
