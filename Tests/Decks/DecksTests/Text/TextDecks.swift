import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Decks

/// A folder with deck files for a single test.
struct TextDecks {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a file.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = folder.file(name)
        try AtomicFile.write(bytes, to: path)
        return path
    }

    func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

    func open(_ name: String, _ text: String, _ options: DeckOpening.Options = .init()) throws -> any Deck {
        try DeckOpening.open(path: file(name, text), options: options)
    }

    /// Writes a deck with edits, and returns the bytes of the new file.
    func written(
        _ deck: any Deck,
        newFields: [String] = [],
        edit: (Note) throws -> NoteEdit? = { _ in nil }
    ) throws -> [UInt8] {
        let path = folder.file("written")
        _ = try deck.write(to: path, newFields: newFields, edit: edit)
        return try #require(contents(path))
    }

    /// The text of a deck after changes to the given fields.
    func edited(
        _ deck: any Deck,
        newFields: [String] = [],
        _ edits: [Int: [Int: String]]
    ) throws -> String {
        let bytes = try written(deck, newFields: newFields) { note in edits[note.number].map { NoteEdit(fields: $0) } }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The error from opening and reading a file.
    func error(_ name: String, _ bytes: [UInt8], _ options: DeckOpening.Options = .init()) throws -> ServiceError {
        try Self.error(path: file(name, bytes), options)
    }

    func error(_ name: String, _ text: String, _ options: DeckOpening.Options = .init()) throws -> ServiceError {
        try error(name, Array(text.utf8), options)
    }

    static func error(path: String, _ options: DeckOpening.Options = .init()) throws -> ServiceError {
        do {
            try DeckOpening.open(path: path, options: options).readNotes { _ in true }
        } catch let error as ServiceError {
            return error
        }
        Issue.record("no error for \(path)")
        return ServiceError(.io, "")
    }
}

extension Deck {
    /// All notes.
    func notes() throws -> [Note] {
        var notes: [Note] = []
        try readNotes { note in
            notes.append(note)
            return true
        }
        return notes
    }

    /// The fields of all notes.
    func rows() throws -> [[String]] { try notes().map(\.fields) }
}
