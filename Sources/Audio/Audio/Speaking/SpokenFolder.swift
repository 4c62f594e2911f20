public import LanguageServices
import Platform

/// A folder into which texts are spoken, each into a file of its own, and in which an interrupted run is resumed: files
/// that are there as they would be written now are kept.
///
/// ```swift
/// let writer = SpeechFileWriter(ProcessedSpeechSource(provider, SpeechTreatment()))
/// let folder = try SpokenFolder("words", request: SpeechRequest(text: "", language: "es"), by: writer)
/// try await folder.write(["agua", "leche"]) { text, result in print(text, try result.get().duration) }
/// ```
public struct SpokenFolder: Sendable {
    /// The name of the hidden file that says how the others were made.
    package static let recordName = SpokenRecord.name

    private let path: String
    private let request: SpeechRequest
    private let writer: SpeechFileWriter
    private let record: SpokenRecord
    private let width: Int

    /// Makes the folder, unless it is there.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - request: How every text is spoken; its own text counts for nothing.
    ///   - writer: Who speaks and writes.
    ///   - overwrites: Whether files that are there already are written again.
    ///   - version: What the speech depends on besides the provider, such as the version of the program.
    ///   - settings: Everything else that changes the audio, besides the text.
    /// - Throws: `ServiceError.Code.io` when the folder cannot be made.
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
        let treatment = writer.provider.treatment
        let prosody = [request.rate, request.pitch, request.volume].map { $0.map { "\($0)" } ?? "" }
        let all = [
            version, "\(descriptor.id)", descriptor.kind, descriptor.version, request.language?.text ?? "",
            request.voice ?? "", prosody.joined(separator: " "), request.wordGap.map { "\($0)" } ?? "",
            "\(request.isDeterministic)", treatment.isNothing ? "" : "\(treatment)",
            request.pronunciations.isEmpty ? "" : "\(request.pronunciations)", settings,
        ]
        // A file that is kept would have no marks.
        let keepsFiles = !overwrites && request.marks.isEmpty
        record = SpokenRecord(folder: path, settings: all.joined(separator: "\n"), isReading: keepsFiles)
        // No more at a time than the provider takes.
        width = min(16, max(1, descriptor.requestLimits?.concurrency ?? 16))
    }

    /// Speaks texts.
    ///
    /// - Parameters:
    ///   - texts: The texts; equal ones share a file.
    ///   - receive: Told what came of each, in the order of the texts.
    /// - Throws: What `receive` throws, after the work in progress has been cancelled.
    public func write(
        _ texts: [String],
        receive: (String, Result<SpokenAudio, any Error>) throws -> Void
    ) async throws {
        let reader = ListReader(texts)
        try await write(next: reader.next, text: { $0 }) { text, result in
            if let result { try receive(text, result) }
        }
    }

    /// Speaks texts as they come.
    ///
    /// Some are worked on at a time, so that the disk and the voices do not wait for each other.
    ///
    /// - Parameters:
    ///   - next: Gives the next item, or `nil` after the last.
    ///   - text: The text of an item; `nil` for one that has none and takes its turn all the same.
    ///   - receive: Told what came of each item, in their order.
    /// - Throws: What `next` and `receive` throw, after the work in progress has been cancelled.
    public func write<Item: Sendable>(
        next: @escaping @Sendable () async throws -> Item?,
        text: (Item) -> String?,
        receive: (Item, Result<SpokenAudio, any Error>?) throws -> Void
    ) async throws {
        // The names of all files are made durable at once, also when the work is broken off.
        defer {
            record.flush()
            Folder.sync(path)
        }
        let threads = FileWriters()
        var names = FileNames()
        // What has been begun and what came of it, for a text that stands in the list again.
        var begun = Set<UInt64>()
        var results: [UInt64: Result<Duration, any Error>] = [:]
        try await OrderedWork<Item, Written<Item>>(width: width).run(next: next) { item in
            guard let text = text(item) else { return { .nothing(item) } }
            let name = "\(names.name(for: text)).\(writer.target.kind.fileExtensions[0])"
            let place = StableHash.of(name)
            if begun.contains(place) { return { .again(item, name) } }
            if begun.count < Self.mostRemembered { begun.insert(place) }
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
                let place = StableHash.of(name)
                if begun.contains(place) { results[place] = result.map(\.duration) }
            case .again(let item, let name):
                // Results come in the order of the list, so the first one is there.
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
            // What was not spoken as it should be is spoken anew when the cause may be mended.
            if spoken.report.notices.isEmpty { record.add(name, text: text, duration: spoken.duration) }
            return .success(spoken)
        } catch {
            let key = record.key(of: text)
            return await writer.queued(request, to: "\(path)/\(name)", after: error, recordKey: key)
        }
    }

    /// What came of one item.
    private enum Written<Item: Sendable>: Sendable {
        case text(Item, String, Result<SpokenAudio, any Error>)
        case again(Item, String)
        case nothing(Item)
    }

    /// How many texts of a list are known again; later ones are spoken again, which gives the same file.
    private static let mostRemembered = 100_000
}

/// Gives the elements of a list one by one.
private actor ListReader {
    private var rest: ArraySlice<String>

    init(_ list: [String]) { rest = list[...] }

    @Sendable func next() async -> String? { rest.popFirst() }
}

/// Names files after what is spoken in them, so that a person finds them and a program finds them again.
///
/// Letters, digits and marks of every script stay, spaces become `_`, `' - , . + &` stay inside a name. Where that loses
/// something of the text, or the text is longer than 80 bytes, eight digits of its hash (FNV-1a, 64 bit) follow. So the
/// name depends on the text alone, with one exception: some file systems see no difference between upper and lower case,
/// so of two texts of one list that differ in nothing else, the later one gets the hash too.
struct FileNames {
    /// Whose name it is, by hashes: a list may be long, and nobody knows beforehand how long.
    private var owners: [UInt64: UInt64] = [:]

    /// The name for a text, without folder and extension; the same again for the same text.
    mutating func name(for text: String) -> String {
        let stem = FileStem(text, signs: "'’-,.+&", limit: Self.longest)
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
        // Two hashes that begin alike are written out.
        return "\(stem.name)\(separator)\(padded)"
    }

    private static let longest = 80
}
