import JSON
package import LanguageServices
import Platform
import ServiceRegistry

/// How a file of speech is written that waits in the queue: what `speak` was told beside the request itself.
package struct QueuedSpeechFile: Codable {
    /// The form of the file.
    var kind: String

    /// The language that the file says it has.
    var language: LanguageTag?

    /// What is done to the speech.
    var treatment: SpeechTreatment

    /// What the folder's record says of the file when it is there; `nil` for a file outside such a folder.
    var recordKey: String?

    /// The text under which it stands in the queue.
    func text() throws -> String { JSONWriter.string(try JSONEncoding.value(self)) }

    /// Makes sure that a file can be written, before a service is paid for what is to be in it.
    @Sendable package static func check(_ file: String) throws {
        let folder = AtomicFile.split(file).folder
        guard Folder.exists(folder), access(folder, W_OK | X_OK) == 0 else {
            throw ServiceError(
                .io,
                "cannot write into \(SystemFailure.quoted(folder)), where the speech belongs",
                remedy: "make the folder, or remove the request"
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
            throw ServiceError(.protocolViolation, "how the file is to be written cannot be read")
        }
        let target = SoundTarget(kind: kind, language: style.language)
        let stream = try await style.treatment.speak(request, usualRate: 1, by: provider).consumingQuotaAtStart()
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
