import JSON
package import LanguageServices
import Platform
import ServiceRegistry

/// The output settings of a queued speech file: the `speak` options that are not part of the request.
package struct QueuedSpeechFile: Codable {
    /// The file format.
    var kind: String

    /// The language in the file's metadata.
    var language: LanguageTag?

    /// The audio processing and repetitions.
    var postprocessing: SpeechPostprocessing

    /// The key of the file in the folder's record; `nil` for a file outside such a folder.
    var recordKey: String?

    /// The JSON text that is stored in the queue.
    func text() throws -> String { JSONWriter.string(try JSONEncoding.value(self)) }

    /// Checks, before a paid service is called, that the file can be written.
    @Sendable package static func check(_ file: String) throws {
        let folder = AtomicFile.split(file).folder
        guard Folder.exists(folder), access(folder, W_OK | X_OK) == 0 else {
            throw ServiceError(
                .io,
                "cannot write to \(SystemFailure.quoted(folder)), the folder for the speech file",
                remedy: "create the folder, or remove the request"
            )
        }
    }

    /// Writes speech to its file.
    @Sendable package static func write(
        _ provider: any SpeechProvider,
        _ request: SpeechRequest,
        _ file: String,
        _ style: String
    ) async throws -> Duration {
        guard let node = try? JSONDocument.parse(Array(style.utf8), source: "queue"),
            let style = try? JSONDecoding.value(Self.self, from: node), let kind = SoundFormat(rawValue: style.kind)
        else {
            throw ServiceError(.protocolViolation, "the stored output settings of the file cannot be read")
        }
        let target = SoundTarget(kind: kind, language: style.language)
        let stream = try await style.postprocessing.speak(request, defaultRate: 1, by: provider).consumingQuotaAtStart()
        let spoken = try await SpokenFile(stream, by: FileWriters(count: 1)) { format, _ in
            try target.create(file, format, title: request.text)
        }
        let (folder, name) = AtomicFile.split(file)
        Folder.sync(folder)
        if let key = style.recordKey, spoken.source.report?.notices.isEmpty ?? true {
            let record = SpokenRecord(folder: folder, settings: "", isReading: false)
            record.add(name, key: key, spoken.duration)
        }
        return spoken.duration
    }
}
