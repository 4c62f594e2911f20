import LanguageServices

/// The cache key of an answer: a hash of everything that affects it.
///
/// It covers the provider (the id, kind, version and service in its `ProviderDescriptor`, and the settings that affect
/// answers) and every property of the request. The hash is SHA-256, so a key reveals nothing about the request unless
/// someone guesses the complete request.
public struct CacheKey: Sendable, Hashable {
    /// The 32 bytes of the key.
    public let bytes: [UInt8]

    /// Creates a key from its stored bytes.
    ///
    /// - Returns: `nil` unless there are 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    init(_ writer: CacheKeyWriter) { bytes = writer.hash.finished() }

    /// The key in hexadecimal, for display.
    public var hexadecimal: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// The part of a cache key that identifies the provider and its settings.
struct CacheScope: Sendable {
    /// The provider's metadata.
    var descriptor: ProviderDescriptor

    /// The settings that affect answers and are not part of the version.
    var settings: [String] = []
}

/// Serializes everything that an answer depends on. Every part has a name and a length, so different requests never
/// have the same serialization.
struct CacheKeyWriter {
    fileprivate(set) var hash = SHA256()

    /// Starts the serialization with the provider.
    init(_ answerer: CacheScope) {
        let provider = answerer.descriptor
        add("form", "1")
        add("provider", provider.id.rawValue)
        add("kind", provider.kind)
        add("version", provider.version)
        add("service", provider.service.rawValue)
        add("settings", answerer.settings)
    }

    mutating func add(_ name: String, _ text: String?) {
        begin(name, text == nil ? 0 : 1)
        if let text { bytes(text.utf8) }
    }

    mutating func add(_ name: String, _ texts: [String]) {
        begin(name, 2)
        number(UInt64(texts.count))
        for text in texts { bytes(text.utf8) }
    }

    mutating func add(_ name: String, _ value: Bool) {
        begin(name, value ? 4 : 3)
    }

    mutating func add(_ name: String, _ value: UInt64) {
        begin(name, 5)
        number(value)
    }

    mutating func add(_ name: String, _ value: Double?) {
        begin(name, value == nil ? 0 : 6)
        // 0.0 and −0.0 are equal.
        if let value { number(value == 0 ? 0 : value.bitPattern) }
    }

    mutating func add(_ name: String, _ value: Duration?) {
        begin(name, value == nil ? 0 : 7)
        guard let (seconds, attoseconds) = value?.components else { return }
        number(UInt64(bitPattern: seconds))
        number(UInt64(bitPattern: attoseconds))
    }

    private mutating func begin(_ name: String, _ type: UInt8) {
        bytes(name.utf8)
        hash.add(CollectionOfOne(type))
    }

    private mutating func bytes(_ bytes: String.UTF8View) {
        number(UInt64(bytes.count))
        hash.add(bytes)
    }

    private mutating func number(_ value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { hash.add($0) }
    }
}

extension CacheKey {
    /// The keys for the texts in a request; each text is translated and cached separately.
    static func translations(of request: TranslationRequest, by provider: CacheScope) -> [CacheKey] {
        var writer = CacheKeyWriter(provider)
        writer.add("source", request.source?.text)
        writer.add("target", request.target?.text)
        writer.add("partOfSpeech", request.partOfSpeech?.rawValue)
        writer.add("furthestStep", request.loosestMatch.rawValue)
        writer.add("romanizes", request.romanizes)
        // The default value adds nothing, so keys created before this option existed stay valid.
        if !request.wantsAlternatives { writer.add("wantsAlternatives", false) }
        writer.add("wantsEntries", request.wantsEntries)
        // An empty context is equivalent to no context.
        let context = request.context ?? TranslationContext()
        writer.add("previousMessages", context.previousMessages)
        writer.add("level", context.level?.rawValue)
        return request.texts.map { text in
            var whole = writer
            whole.add("text", text)
            return CacheKey(whole)
        }
    }

    /// The key for an utterance.
    static func speech(of request: SpeechRequest, by provider: CacheScope) -> CacheKey {
        var writer = CacheKeyWriter(provider)
        writer.add("text", request.text)
        writer.add("language", request.language?.text)
        writer.add("voice", request.voice)
        writer.add("rate", request.rate)
        writer.add("pitch", request.pitch)
        writer.add("volume", request.volume)
        writer.add("wordGap", request.wordGap)
        writer.add("isDeterministic", request.isDeterministic)
        // The order matters: the last pronunciation listed for a word applies.
        writer.add("pronunciations", UInt64(request.pronunciations.count))
        for pronunciation in request.pronunciations {
            writer.add("word", pronunciation.word)
            switch pronunciation.sound {
            case .ipa(let text): writer.add("ipa", text)
            case .respelling(let text): writer.add("respelling", text)
            }
            writer.add("of", pronunciation.language?.text)
        }
        writer.add("marks", request.marks.map(\.rawValue).sorted())
        return CacheKey(writer)
    }

    /// The key for the sentences for a word.
    static func sentences(of request: SentenceRequest, by provider: CacheScope) -> CacheKey {
        var writer = CacheKeyWriter(provider)
        writer.add("word", request.word)
        writer.add("language", request.language?.text)
        writer.add("partOfSpeech", request.partOfSpeech?.rawValue)
        writer.add("sense", request.sense)
        writer.add("level", request.level?.rawValue)
        writer.add("count", UInt64(clamping: request.count))
        writer.add("fewestWords", UInt64(clamping: request.words?.lowerBound ?? 0))
        writer.add("mostWords", UInt64(clamping: request.words?.upperBound ?? 0))
        writer.add("topic", request.topic)
        writer.add("seed", request.seed)
        writer.add("targetLanguage", request.targetLanguage?.text)
        writer.add("romanizes", request.romanizes)
        writer.add("avoiding", request.avoiding)
        return CacheKey(writer)
    }
}
