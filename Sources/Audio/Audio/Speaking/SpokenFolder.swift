public import LanguageServices
import Platform

/// A folder with one sound file per text. An interrupted run can be resumed: files that would be written identically
/// are kept.
///
/// ```swift
/// let writer = SpeechFileWriter(ProcessedSpeechSource(provider, SpeechPostprocessing()))
/// let folder = try SpokenFolder("words", request: SpeechRequest(text: "", language: "es"), by: writer)
/// try await folder.write(["agua", "leche"]) { text, result in print(text, try result.get().duration) }
/// ```
public struct SpokenFolder: Sendable {
    /// The name of the hidden record file.
    package static let recordName = SpokenRecord.name

    private let path: String
    private let request: SpeechRequest
    private let writer: SpeechFileWriter
    private let record: SpokenRecord
    private let width: Int

    /// Creates the folder if it does not exist.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - request: The request for every text; its own text is ignored.
    ///   - writer: Synthesises and writes the files.
    ///   - overwrites: Whether existing files are overwritten.
    ///   - version: Anything other than the provider that affects the speech, such as the program version.
    ///   - settings: Everything else, except the text, that affects the audio.
    /// - Throws: `ServiceError.Code.io` if the folder cannot be created.
    public init(
        _ path: String,
        request: SpeechRequest,
        by writer: SpeechFileWriter,
        overwrites: Bool = false,
        version: String = "",
        settings: String = ""
    ) throws(ServiceError) {
        try Folder.make(path)
        self.path = path
        self.request = request
        self.writer = writer
        let descriptor = writer.provider.descriptor
        let postprocessing = writer.provider.postprocessing
        let prosody = [request.rate, request.pitch, request.volume].map { $0.map { "\($0)" } ?? "" }
        let all = [
            version, "\(descriptor.id)", descriptor.kind, descriptor.version, request.language?.text ?? "",
            request.voice ?? "", prosody.joined(separator: " "), request.wordGap.map { "\($0)" } ?? "",
            "\(request.isDeterministic)", postprocessing.isIdentity ? "" : "\(postprocessing)",
            request.pronunciations.isEmpty ? "" : "\(request.pronunciations)", settings,
        ]
        // Files that are kept provide no marks.
        let keepsFiles = !overwrites && request.marks.isEmpty
        record = SpokenRecord(folder: path, settings: all.joined(separator: "\n"), isReading: keepsFiles)
        // The number of concurrent requests must not exceed the provider's limit.
        width = min(16, max(1, descriptor.requestLimits?.concurrency ?? 16))
    }

    /// Speaks texts.
    ///
    /// - Parameters:
    ///   - texts: The texts; duplicates share a file.
    ///   - receive: Receives each result, in the order of the texts.
    /// - Throws: Errors thrown by `receive`, after the work in progress has been cancelled.
    public func write(
        _ texts: [String],
        receive: (String, Result<SpokenAudio, any Error>) throws -> Void
    ) async throws {
        let reader = ListReader(texts)
        try await write(next: reader.next, text: { $0 }) { text, result in
            if let result { try receive(text, result) }
        }
    }

    /// Speaks texts as they arrive.
    ///
    /// Several texts are processed at the same time, so that synthesis and disk output overlap.
    ///
    /// - Parameters:
    ///   - next: Returns the next item, or `nil` after the last one.
    ///   - text: The text of an item; `nil` for an item without text, which keeps its position in the order.
    ///   - receive: Receives the result of each item, in order.
    /// - Throws: Errors thrown by `next` and `receive`, after the work in progress has been cancelled.
    public func write<Item: Sendable>(
        next: @escaping @Sendable () async throws -> Item?,
        text: (Item) -> String?,
        receive: (Item, Result<SpokenAudio, any Error>?) throws -> Void
    ) async throws {
        // Syncs the folder once for all files, even if the work is interrupted.
        defer {
            record.flush()
            Folder.sync(path)
        }
        let threads = FileWriters()
        var names = FileNames()
        // Texts that have been started, and their results, for duplicates in the list.
        var begun = Set<UInt64>()
        var results: [UInt64: Result<Duration, any Error>] = [:]
        try await OrderedWork<Item, Written<Item>>(width: width).run(next: next) { item in
            guard let text = text(item) else { return { .nothing(item) } }
            let name = "\(names.name(for: text)).\(writer.target.kind.fileExtensions[0])"
            let hash = StableHash.of(name)
            if begun.contains(hash) { return { .again(item, name) } }
            if begun.count < Self.maximumRemembered { begun.insert(hash) }
            if let duration = record.duration(ofKept: name, text: text) {
                return {
                    .text(item, name, .success(SpokenAudio(file: "\(path)/\(name)", duration: duration, isKept: true)))
                }
            }
            return { .text(item, name, await written(text, to: name, by: threads)) }
        } receive: { written in
            switch written {
            case .nothing(let item): try receive(item, nil)
            case .text(let item, let name, let result):
                try receive(item, result)
                let hash = StableHash.of(name)
                if begun.contains(hash) { results[hash] = result.map(\.duration) }
            case .again(let item, let name):
                // Results arrive in list order, so the first one exists.
                guard let result = results[StableHash.of(name)] else { return }
                try receive(item, result.map { SpokenAudio(file: "\(path)/\(name)", duration: $0) })
            }
        }
    }

    private func written(
        _ text: String,
        to name: String,
        by threads: FileWriters
    ) async -> Result<SpokenAudio, any Error> {
        var request = request
        request.text = text
        do {
            let spoken = try await writer.write(request, to: "\(path)/\(name)", by: threads)
            // A text with notices is not recorded, so the next run synthesises it again, when the cause may be fixed.
            if spoken.report.notices.isEmpty { record.add(name, text: text, duration: spoken.duration) }
            return .success(spoken)
        } catch {
            let key = record.key(of: text)
            return await writer.queued(request, to: "\(path)/\(name)", after: error, recordKey: key)
        }
    }

    /// The result of one item.
    private enum Written<Item: Sendable>: Sendable {
        case text(Item, String, Result<SpokenAudio, any Error>)
        case again(Item, String)
        case nothing(Item)
    }

    /// The number of texts that are tracked to find duplicates; later duplicates are synthesised again, with the same
    /// result.
    private static let maximumRemembered = 100_000
}

/// Returns the elements of a list one by one.
private actor ListReader {
    private var remainder: ArraySlice<String>

    init(_ list: [String]) { remainder = list[...] }

    @Sendable func next() async -> String? { remainder.popFirst() }
}

/// Names files after their text, so that people can recognise them and programs can find them again.
///
/// Letters, digits and marks in all scripts are kept, spaces become `_`, and `' - , . + &` are kept inside a name. If
/// this loses part of the text, or the text exceeds 80 bytes, eight digits of its hash (FNV-1a, 64 bit) are appended.
/// The name depends only on the text, with one exception: if two texts in a list differ only in case, the hash is also
/// appended to the name of the later one, because some file systems ignore case.
struct FileNames {
    /// The text for each name; both are stored as hashes because a list may be long.
    private var owners: [UInt64: UInt64] = [:]

    /// The file name for a text, without folder and extension; the same text always gets the same name.
    mutating func name(for text: String) -> String {
        let stem = FileStem(text, signs: "'’-,.+&", limit: Self.maximumLength)
        let hash = StableHash.of(text)
        let digits = String(hash, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        let separator = stem.name.isEmpty ? "" : "-"
        let hashed = "\(stem.name)\(separator)\(padded.suffix(8))"
        let candidates = stem.isFaithful && !stem.name.isEmpty ? [stem.name, hashed] : [hashed]
        for candidate in candidates {
            let key = StableHash.of(candidate.lowercased())
            if owners[key, default: hash] == hash {
                owners[key] = hash
                return candidate
            }
        }
        // If two hashes have the same first digits, the complete hash is used.
        return "\(stem.name)\(separator)\(padded)"
    }

    private static let maximumLength = 80
}
