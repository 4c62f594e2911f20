import Database
import Language
import LanguageServices
import Platform

/// A corpus with scored sentences, ready to be written.
struct PreparedCorpus {
    /// Notices for the user about the sources.
    var notices: [String] { reading.report.notices }

    private let reading: CorpusReading
    private let vocabulary: CorpusVocabulary
    private let known: KnownWords
    private let judgements: [SentenceJudgement]
    /// The sentences, best first.
    private let order: [Int32]
    private let folding: HeadwordFolding

    init(_ source: CorpusReading, language: LanguageTag, known table: KnownWords) {
        var reading = source
        let folding = HeadwordFolding(language: language.text)
        var known = table
        for sense in reading.senses.values {
            for member in sense.members where !member.word.contains(" ") {
                known.note(folding.key(member.word), is: sense.partOfSpeech)
            }
        }
        reading.resolveStarts()
        let vocabulary = CorpusVocabulary(reading, language: language, known: known)
        let hasVerbs = !ClauseWords.of(language.language).finite.isEmpty
        let judgements = (0..<reading.count).map { sentence in
            SentenceJudgement(
                tokens: reading.tokens(of: sentence),
                surface: reading.surfaces[sentence],
                vocabulary: vocabulary,
                hasVerbs: hasVerbs
            )
        }
        // Break ties with a hash that is the same on every machine and favours neither short nor early sentences.
        var keys: [(quality: Int32, hash: UInt64, sentence: Int32)] = []
        keys.reserveCapacity(reading.count)
        // Most examples in dictionaries are not complete sentences.
        for sentence in 0..<reading.count where reading.senses[sentence] == nil || judgements[sentence].isClause {
            var hash = StableHash()
            hash.add(reading.texts[sentence * CorpusReading.textsOfSentence])
            keys.append(
                (Int32(judgements[sentence].quality * 1000), hash.value, Int32(truncatingIfNeeded: sentence))
            )
        }
        keys.sort { ($1.quality, $0.hash, $0.sentence) < ($0.quality, $1.hash, $1.sentence) }
        self.reading = reading
        self.vocabulary = vocabulary
        self.known = known
        self.judgements = judgements
        order = keys.map(\.sentence)
        self.folding = folding
    }

    /// Writes the index into an empty database.
    ///
    /// - Parameter state: The state of the sources.
    func write(to database: Database, state: String, isWanted: () -> Bool) throws {
        try IndexSchema.create(in: database)
        try database.transaction {
            try writeSentences(database, isWanted)
            try writeForms(database)
            try writePostings(database, isWanted)
            try writeHeadwords(database)
            try writePieces(database, state: state)
        }
        try database.setUserVersion(IndexSchema.version)
    }

    // MARK: Parts

    private func writeSentences(_ database: Database, _ isWanted: () -> Bool) throws {
        let row = try database.prepare("INSERT INTO sentence VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for (rank, sentence) in order.enumerated() {
            let sentence = Int(sentence)
            if rank % 4096 == 0, !isWanted() { throw ServiceError.cancelled() }
            let position = sentence * CorpusReading.textsOfSentence
            let words = PostingList.packed(reading.tokens(of: sentence).map { vocabulary.facts[Int($0)].term })
            let quality = Int64(judgements[sentence].quality * 1000)
            try row.bind(1, integer: Int64(rank))
            try row.bind(2, text: Array(reading.texts[position]))
            let translation = reading.texts[position + 1]
            if translation.isEmpty { try row.bindNull(3) } else { try row.bind(3, text: Array(translation)) }
            try row.bind(4, text: Array(reading.texts[position + 2]))
            try row.bind(5, integer: quality)
            try row.bind(6, blob: words)
            var members = ""
            if let sense = reading.senses[sentence] {
                members = sense.members.map { "\(folding.key($0.word)):\($0.number)" }.joined(separator: " ")
                try row.bind(7, text: sense.partOfSpeech.rawValue)
                try row.bind(8, text: sense.gloss)
                try row.bind(9, text: members)
            } else {
                for column: Int32 in 7...9 { try row.bindNull(column) }
            }
            try row.bind(10, integer: SentenceRow.mark(text: reading.texts[position], rank: rank))
            try row.run()
        }
    }

    private func writeForms(_ database: Database) throws {
        let form = try database.prepare("INSERT INTO form VALUES(?, ?, ?)")
        let term = try database.prepare("INSERT OR IGNORE INTO term VALUES(?, ?, ?, ?, ?)")
        // Insert in the order of the table's key to avoid page splits.
        var rows: [(key: String, form: Int, headword: Int)] = []
        for (id, read) in vocabulary.readings.enumerated() where reading.forms.forms[id].total > 0 {
            try form.bind(1, integer: Int64(id))
            try form.bind(2, text: reading.forms.forms[id].text)
            try form.bind(3, integer: Int64(vocabulary.facts[id].term))
            try form.run()
            for position in read.headwords.indices { rows.append((read.headwords[position].key, id, position)) }
        }
        rows.sort { ($0.key, $0.form) < ($1.key, $1.form) }
        for row in rows {
            let headword = vocabulary.readings[row.form].headwords[row.headword]
            try term.bind(1, text: row.key)
            try term.bind(2, integer: Int64(row.form))
            try term.bind(3, text: headword.text)
            try term.bind(4, text: headword.kinds.map(\.rawValue).sorted().joined(separator: ","))
            try term.bind(5, integer: Int64(headword.certainty.rawValue))
            try term.run()
        }
    }

    private func writePostings(_ database: Database, _ isWanted: () -> Bool) throws {
        // The ranks for each form are contiguous; first compute where each form's ranks begin.
        let count = reading.forms.forms.count
        var starts = [Int](repeating: 0, count: count + 1)
        for form in reading.tokens { starts[Int(form) + 1] += 1 }
        for form in 0..<count { starts[form + 1] += starts[form] }
        var ends = starts
        var ranks = [UInt32](repeating: 0, count: reading.tokens.count)
        for (rank, sentence) in order.enumerated() {
            var isFirst: UInt32 = 1
            for form in reading.tokens(of: Int(sentence)) {
                let position = ends[Int(form)]
                // Ranks are added in ascending order, so a repeated form is detected by comparing the rank with the
                // form's last one.
                if position > starts[Int(form)], ranks[position - 1] >> 1 == UInt32(truncatingIfNeeded: rank) {
                    ranks[position - 1] &= ~1
                } else {
                    ranks[position] = UInt32(truncatingIfNeeded: rank) << 1 | isFirst
                    ends[Int(form)] += 1
                }
                isFirst = 0
            }
        }
        let shown = shownRanks()
        let row = try database.prepare("INSERT INTO posting VALUES(?, ?, ?)")
        for form in 0..<count {
            if form % 4096 == 0, !isWanted() { throw ServiceError.cancelled() }
            var position = starts[form]
            while position < ends[form] {
                let blockEnd = min(position + PostingList.block, ends[form])
                var bytes: [UInt8] = []
                var previous = -1
                for entry in ranks[position..<blockEnd] {
                    let posting = PostingList.Posting(
                        rank: Int(entry >> 1),
                        isFirst: entry & 1 != 0,
                        isShown: shown[Int32(truncatingIfNeeded: form)]?.contains(Int(entry >> 1)) ?? false
                    )
                    PostingList.append(posting, after: previous, to: &bytes)
                    previous = posting.rank
                }
                try row.bind(1, integer: Int64(form))
                try row.bind(2, integer: Int64(ranks[position] >> 1))
                try row.bind(3, blob: bytes)
                try row.run()
                position = blockEnd
            }
        }
    }

    /// For each form, the sentences that are examples of one of its headwords.
    private func shownRanks() -> [Int32: Set<Int>] {
        guard !reading.senses.isEmpty else { return [:] }
        var result: [Int32: Set<Int>] = [:]
        for (rank, sentence) in order.enumerated() {
            guard let sense = reading.senses[Int(sentence)] else { continue }
            var keys: Set<String> = []
            for member in sense.members {
                for word in member.word.split(separator: " ") { keys.insert(folding.key(String(word))) }
            }
            for form in reading.tokens(of: Int(sentence)) {
                let isShown = vocabulary.readings[Int(form)].headwords.contains { headword in
                    keys.contains(headword.key)
                        && (headword.certainty == .itself || headword.kinds.isEmpty
                            || headword.kinds.contains(sense.partOfSpeech))
                }
                if isShown { result[form, default: []].insert(rank) }
            }
        }
        return result
    }

    private func writeHeadwords(_ database: Database) throws {
        let row = try database.prepare("INSERT INTO headword VALUES(?, ?, ?)")
        for (key, word) in known.words.sorted(by: { $0.key < $1.key }) {
            try row.bind(1, text: key)
            try row.bind(2, text: word.kinds.map(\.rawValue).sorted().joined(separator: ","))
            if let level = word.level { try row.bind(3, text: level.rawValue) } else { try row.bindNull(3) }
            try row.run()
        }
    }

    private func writePieces(_ database: Database, state: String) throws {
        let row = try database.prepare("INSERT INTO piece VALUES(?, ?)")
        var traits: [UInt8] = []
        traits.reserveCapacity(3 * order.count)
        for sentence in order {
            let judgement = judgements[Int(sentence)]
            traits.append(UInt8(clamping: judgement.words))
            traits.append(judgement.hardest << 4 | judgement.second)
            traits.append(UInt8(clamping: judgement.unknown))
        }
        var frequencies: [UInt8] = []
        frequencies.reserveCapacity(4 * vocabulary.terms.count)
        for term in vocabulary.terms {
            // The last bit marks content words.
            let value = UInt32(clamping: term.count) << 1 | (term.isSmall ? 0 : 1)
            for shift in [0, 8, 16, 24] as [UInt32] { frequencies.append(UInt8(truncatingIfNeeded: value >> shift)) }
        }
        let licences = reading.report.licences.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)" }
            .joined(separator: "\n")
        let pieces: [(String, [UInt8])] = [
            ("frequencies", frequencies), ("licences", Array(licences.utf8)),
            ("notices", Array(notices.joined(separator: "\n").utf8)),
            ("state", Array(state.utf8)), ("traits", traits),
        ]
        for (name, value) in pieces {
            try row.bind(1, text: name)
            try row.bind(2, blob: value)
            try row.run()
        }
    }
}

/// Many strings in one buffer; separate `String` values would take up several times as much memory.
struct TextArena {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    /// The total size of the texts, in bytes.
    var size: Int { bytes.count }

    /// Appends a text; its index is the previous count.
    mutating func add(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        ends.append(bytes.count)
    }

    /// The bytes of a text.
    subscript(index: Int) -> ArraySlice<UInt8> { bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]] }
}
