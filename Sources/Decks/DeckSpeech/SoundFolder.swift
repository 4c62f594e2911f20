public import Decks
public import LanguageServices
import Platform

/// The folder in which the sounds of a deck are written.
///
/// Those of a package of Anki wait in `.NAME.parlance-media` beside the output until the package is whole, and go then.
/// Those of a text format stay, in a folder that the user names or in `NAME.media` beside the output.
public struct SoundFolder: Sendable, Hashable {
    /// Where it is.
    public let path: String

    /// Whether it goes when the work is done.
    public let isTemporary: Bool

    /// Whether other runs may write into it at the same time.
    private let isShared: Bool

    /// Whether a later run finds what this one has left in it.
    private let isLasting: Bool

    /// Chooses the folder; nothing is made.
    ///
    /// - Parameters:
    ///   - format: The format of the deck.
    ///   - output: The file to be written.
    ///   - named: The folder that the user names; `nil` for the usual one.
    /// - Throws: `ServiceError.Code.invalidRequest` for a name where a package takes the sounds in.
    public init(for format: DeckFormat, output: String, named: String? = nil) throws(ServiceError) {
        isTemporary = format == .apkg || format == .colpkg
        isShared = named != nil
        // Beside a device or a pipe nothing can lie.
        isLasting = !isTemporary || Batch.keepsJournal(besides: output)
        guard let named else {
            if isTemporary {
                path = isLasting ? HiddenCompanion.path(for: output, suffix: "media") : Self.nameless
            } else if Batch.keepsJournal(besides: output) {
                path = Self.visible(for: output)
            } else {
                throw ServiceError(
                    .invalidRequest,
                    "there is no place for the sounds beside \(SystemFailure.quoted(output))",
                    remedy: "name a folder for them"
                )
            }
            return
        }
        guard !isTemporary else {
            throw ServiceError(
                .invalidRequest,
                "the sounds of a package of Anki go into the package",
                remedy: "leave the folder of media out, or write a text format"
            )
        }
        // Of `sounds/` the names would have two slashes.
        path = named.utf8.count > 1 && named.hasSuffix("/") ? String(named.dropLast()) : named
    }

    /// A folder that nobody else has, in the one for temporary files.
    private static var nameless: String {
        "\(TemporaryDirectory.parent)/.parlance-media-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    }

    /// `words.media` for `words.tsv`.
    private static func visible(for output: String) -> String {
        let slash = output.lastIndex(of: "/")
        let start = slash.map { output.index(after: $0) } ?? output.startIndex
        let name = output[start...]
        // A hidden file has no extension.
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(output).media" }
        return "\(output[..<dot]).media"
    }

    /// The names of our sounds in it; none when it is not there.
    func names() -> Set<String> {
        guard let names = try? Folder.names(in: path) else { return [] }
        return Set(names.filter(SoundName.isOurs))
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Whether a sound is in it. It is whole, since files appear under their names only when they are.
    func holds(_ name: String) -> Bool {
        var status = stat()
        guard SoundName.isOurs(name), stat(file(name), &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
    }

    /// Gives a sound another name.
    func rename(_ name: String, to other: String) throws(ServiceError) {
        guard Platform.rename(file(name), file(other)) == 0 else {
            throw SystemFailure.error("cannot write", file(other), errno: errno)
        }
    }

    /// Makes it where it is missing.
    ///
    /// - Throws: `ServiceError.Code.io` when it cannot be made.
    public func make() throws(ServiceError) { try Folder.make(path) }

    /// Tidies up behind a run, while no other may be at work on the same output: makes the names of the files durable, and
    /// takes away what a killed run has left.
    ///
    /// - Parameter isComplete: Whether nothing is left to be done, so that a temporary folder is of no more use.
    public func finish(isComplete: Bool) {
        Folder.sync(path)
        AtomicFile.removeLeftovers(in: path, of: SoundName.isOurs)
        guard !isShared else { return }
        if isTemporary, isComplete || !isLasting { for name in names() { unlink(file(name)) } }
        // It stays when there is something in it.
        rmdir(path)
    }
}
