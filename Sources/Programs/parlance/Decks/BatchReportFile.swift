import Decks
import JSON
import LanguageServices
import Platform
import ServiceConfiguration
import Synchronization

/// What became of each note, as one JSON object a line; it appears under its name when it is whole.
final class BatchReportFile: Sendable {
    private struct State: ~Copyable {
        var file: AtomicFile?
        var waiting: [UInt8] = []
    }

    private let path: String
    private let action: BatchAction
    private let state = Mutex(State())

    /// - Parameters:
    ///   - path: Where to.
    ///   - action: How answers stand in the objects.
    /// - Throws: ``CommandFailure`` when nothing can be written there. Nothing is, before the first note is added.
    init(path: String, action: BatchAction) throws {
        self.path = path
        self.action = action
        AtomicFile.removeLeftovers(of: path)
        do throws(ServiceError) { _ = try AtomicFile(path: path) } catch { throw CommandFailure(error, .cannotCreate) }
    }

    /// Adds a note.
    func add(_ note: NoteReport) throws {
        var line = JSONWriter.bytes(value(note))
        line.append(UInt8(ascii: "\n"))
        try state.withLock { state in
            if state.file == nil { state.file = try AtomicFile(path: path) }
            state.waiting += line
            if state.waiting.count >= 1 << 16 { try Self.flush(&state) }
        }
    }

    /// Puts the file under its name, also when there was no note.
    func finish() throws {
        try state.withLock { state in
            if state.file == nil { state.file = try AtomicFile(path: path) }
            try Self.flush(&state)
            try state.file.take()?.commit()
        }
    }

    private static func flush(_ state: inout State) throws(ServiceError) {
        try state.file?.write(state.waiting)
        state.waiting.removeAll(keepingCapacity: true)
    }

    private func value(_ note: NoteReport) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("note", .integer(note.number + 1)), ("place", .string(note.place.description)),
        ]
        if let guid = note.guid { members.append(("guid", .string(guid))) }
        members.append(("outcome", .string(note.outcome.rawValue)))
        if let reason = note.reason { members.append(("reason", .string(reason.rawValue))) }
        if !note.texts.isEmpty { members.append(("texts", .array(note.texts.map { .string($0) }))) }
        if !note.answers.isEmpty { members.append(("answers", .array(note.answers.map(value)))) }
        if let error = note.error { members.append(("error", ReportJSON.value(error))) }
        return .object(members)
    }

    private func value(_ found: BatchAnswer) -> JSONValue {
        var members: [(String, JSONValue)] = [(action.answer, action.value(found))]
        if let provider = found.provider { members.append(("provider", .string(provider.rawValue))) }
        if let step = found.step { members.append(("step", .string(step))) }
        return .object(members)
    }
}
