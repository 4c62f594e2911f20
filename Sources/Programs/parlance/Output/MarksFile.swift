import JSON
import LanguageServices
import Platform
import ServiceConfiguration
import Synchronization

/// The marks of texts, as one JSON object a line; it appears under its name when it is whole.
final class MarksFile: Sendable {
    private struct State: ~Copyable {
        var file: AtomicFile?
    }

    private let state: Mutex<State>
    private let output: (@Sendable ([UInt8]) throws -> Void)?

    /// Writes to standard output, line by line.
    init(output: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.output = output
        state = Mutex(State(file: nil))
    }

    /// Starts the file.
    ///
    /// - Throws: ``CommandFailure`` when nothing can be written there.
    init(path: String) throws {
        output = nil
        do throws(ServiceError) {
            state = Mutex(State(file: try AtomicFile(path: path)))
        } catch {
            throw CommandFailure(error, .cannotCreate)
        }
    }

    /// Whether it goes to standard output.
    var takesOutput: Bool { output != nil }

    /// Adds a text.
    func add(_ text: String, _ spoken: Spoken) throws {
        var line = JSONWriter.bytes(Self.value(text, spoken))
        line.append(UInt8(ascii: "\n"))
        try output?(line)
        try state.withLock { state in try state.file?.write(line) }
    }

    /// Puts the file under its name.
    func finish() throws {
        try state.withLock { state in try state.file.take()?.commit() }
    }

    private static func value(_ text: String, _ spoken: Spoken) -> JSONValue {
        let scalars = Array(text.unicodeScalars)
        var members: [(String, JSONValue)] = [("text", .string(text))]
        if let file = spoken.file { members.append(("file", .string(file))) }
        members.append(("start", .number(ReportJSON.seconds(spoken.start))))
        members.append(("seconds", .number(ReportJSON.seconds(spoken.duration))))
        members.append(("sampleRate", .integer(spoken.format.sampleRate)))
        members.append(("marks", .array(spoken.marks.map { value($0, scalars, spoken.format) })))
        return .object(members)
    }

    private static func value(_ mark: SpeechMark, _ scalars: [Unicode.Scalar], _ format: AudioFormat) -> JSONValue {
        var part = String.UnicodeScalarView()
        part.append(contentsOf: scalars.dropFirst(mark.offset).prefix(mark.length))
        var members: [(String, JSONValue)] = [
            ("kind", .string(mark.kind.rawValue)),
            ("text", .string(String(part))),
            ("offset", .integer(mark.offset)),
            ("length", .integer(mark.length)),
            ("frame", .integer(mark.frame)),
            ("seconds", .number(ReportJSON.seconds(mark.time(in: format)))),
        ]
        if let ipa = mark.ipa { members.append(("ipa", .string(ipa))) }
        return .object(members)
    }
}

extension SpeechMark {
    /// When it is heard, from the start of its stream.
    func time(in format: AudioFormat) -> Duration {
        format.duration(ofSamples: frame * format.channels)
    }
}
