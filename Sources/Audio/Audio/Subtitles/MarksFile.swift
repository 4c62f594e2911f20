import JSON
public import LanguageServices
import Platform
import Synchronization

/// A file with the marks of texts, in JSON Lines format. The file does not appear at its final path until it is
/// complete.
public final class MarksFile: Sendable {
    private let file: Mutex<AtomicFile?>
    private let output: (@Sendable ([UInt8]) throws -> Void)?

    /// Writes to an output, line by line.
    public init(output: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.output = output
        file = Mutex(nil)
    }

    /// Starts the file.
    ///
    /// - Throws: `ServiceError.Code.io` if the destination is not writable.
    public init(path: String) throws(ServiceError) {
        output = nil
        file = Mutex(try AtomicFile(path: path))
    }

    /// Whether it writes to an output instead of a file.
    var usesStandardOutput: Bool { output != nil }

    /// Adds a text.
    public func add(_ text: TimedText) throws {
        var line = JSONWriter.bytes(Self.value(text))
        line.append(UInt8(ascii: "\n"))
        try output?(line)
        try file.withLock { file in try file?.write(line) }
    }

    /// Moves the file to its final path.
    public func finish() throws {
        try file.withLock { file in try file.take()?.commit() }
    }

    private static func value(_ text: TimedText) -> JSONValue {
        let scalars = Array(text.text.unicodeScalars)
        var members: [(String, JSONValue)] = [("text", .string(text.text))]
        if let file = text.file { members.append(("file", .string(file))) }
        members += [
            ("start", .seconds(text.start)), ("seconds", .seconds(text.duration)),
            ("sampleRate", .integer(text.format.sampleRate)),
            ("marks", .array(text.marks.map { value($0, scalars, text) })),
        ]
        return .object(members)
    }

    private static func value(_ mark: SpeechMark, _ scalars: [Unicode.Scalar], _ text: TimedText) -> JSONValue {
        let part = String.UnicodeScalarView(scalars.dropFirst(mark.offset).prefix(mark.length))
        var members: [(String, JSONValue)] = [
            ("kind", .string(mark.kind.rawValue)),
            ("text", .string(String(part))),
            ("offset", .integer(mark.offset)),
            ("length", .integer(mark.length)),
            ("frame", .integer(mark.frame)),
            ("seconds", .seconds(text.time(of: mark))),
        ]
        if let ipa = mark.ipa { members.append(("ipa", .string(ipa))) }
        return .object(members)
    }
}
