import Database
public import LanguageServices
public import ServiceRegistry

/// An answer out of a ``DiskResponseStore``, as it is shown to its owner.
public struct ExportedAnswer: Sendable, Hashable {
    /// What is shown of an answer.
    public enum Content: Sendable, Hashable {
        /// A translation.
        case translation(Translation)
        /// The sentences for a word.
        case sentences([ExampleSentence])
        /// Speech: its form, how many samples it has, and its marks.
        case speech(AudioFormat, samples: Int, marks: [SpeechMark])
        /// That the provider has no answer.
        case miss(ServiceError)
        /// What this version cannot read.
        case unknown
    }

    /// The key.
    public var key: CacheKey
    /// The service.
    public var service: Service
    /// Who gave it.
    public var provider: ProviderID
    /// When it was stored, in seconds since 1970.
    public var stored: Int64
    /// When it was last used, to the hour, in seconds since 1970.
    public var used: Int64
    /// Whether it is older than answers are used for.
    public var isStale: Bool
    /// Its size, in bytes.
    public var size: Int
    /// The answer.
    public var content: Content

    /// ``stored`` in UTC, as RFC 3339 writes it.
    public var storedText: String { UTCTime(stored).text }

    /// ``used`` in UTC, as RFC 3339 writes it.
    public var usedText: String { UTCTime(used).text }
}

extension ExportedAnswer.Content {
    init(_ bytes: [UInt8]) {
        switch StoredAnswer(bytes) {
        case .translation(let translation): self = .translation(translation)
        case .sentences(let sentences, _): self = .sentences(sentences)
        case .speech(let speech):
            let description = speech.description
            self = .speech(description.format, samples: speech.samples.count, marks: description.marks)
        case .miss(let error): self = .miss(error)
        case nil: self = .unknown
        }
    }
}

extension CacheFile {
    func export(_ selection: CacheSelection, to body: (ExportedAnswer) throws -> Void) throws {
        let now = now()
        let rows = try database.prepare(
            """
            SELECT key, service, provider, stored, used, miss, size, value FROM answers
            WHERE \(CacheSelection.condition) ORDER BY stored, id
            """
        )
        try selection.bind(to: rows, now: now)
        while try rows.step() {
            guard let key = CacheKey(bytes: rows.bytes(0)), let service = Service(rawValue: rows.text(1)) else {
                continue
            }
            try body(
                ExportedAnswer(
                    key: key,
                    service: service,
                    provider: ProviderID(rawValue: rows.text(2)),
                    stored: rows.integer(3),
                    used: rows.integer(4),
                    isStale: isStale(stored: rows.integer(3), isMiss: rows.integer(5) != 0, service, now),
                    size: Int(rows.integer(6)),
                    content: ExportedAnswer.Content(rows.bytes(7))
                )
            )
        }
    }
}
