public import Decks
public import LanguageServices
import Platform

/// The folder for the sound files of a deck.
///
/// For an Anki package, it is the temporary folder `.NAME.parlance-media` beside the output, which is removed when the
/// package is complete. For a text format, it is permanent: a folder chosen by the user, or `NAME.media` beside the
/// output.
public struct SoundFolder: Sendable, Hashable {
    /// The path.
    public let path: String

    /// Whether the folder is removed when the work is done.
    public let isTemporary: Bool

    /// Whether other runs may write into the folder concurrently.
    private let isShared: Bool

    /// Whether a later run can reuse files left by this one.
    private let isPersistent: Bool

    /// Chooses the folder; it is not created.
    ///
    /// - Parameters:
    ///   - format: The format of the deck.
    ///   - output: The output file.
    ///   - named: The folder chosen by the user; `nil` for the default.
    /// - Throws: `ServiceError.Code.invalidRequest` if a folder is given for a package, which contains its sounds.
    public init(for format: DeckFormat, output: String, named: String? = nil) throws(ServiceError) {
        isTemporary = format == .apkg || format == .colpkg
        isShared = named != nil
        // No folder can be created beside a device or a pipe.
        isPersistent = !isTemporary || Batch.keepsJournal(besides: output)
        guard let named else {
            if isTemporary {
                path = isPersistent ? HiddenSidecar.path(for: output, suffix: "media") : Self.nameless
            } else if Batch.keepsJournal(besides: output) {
                path = Self.visible(for: output)
            } else {
                throw ServiceError(
                    .invalidRequest,
                    "cannot store sounds beside \(SystemFailure.quoted(output))",
                    remedy: "give a folder for the sounds"
                )
            }
            return
        }
        guard !isTemporary else {
            throw ServiceError(
                .invalidRequest,
                "an Anki package contains its sounds",
                remedy: "omit the media folder, or write a text format"
            )
        }
        // With `sounds/`, names would contain two slashes.
        path = named.utf8.count > 1 && named.hasSuffix("/") ? String(named.dropLast()) : named
    }

    /// A unique folder in the temporary directory.
    private static var nameless: String {
        "\(TemporaryDirectory.parent)/.parlance-media-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    }

    /// The default folder for an output: `words.media` for `words.tsv`.
    private static func visible(for output: String) -> String {
        let slash = output.lastIndex(of: "/")
        let start = slash.map { output.index(after: $0) } ?? output.startIndex
        let name = output[start...]
        // A hidden file without a second dot has no extension.
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(output).media" }
        return "\(output[..<dot]).media"
    }

    /// The names of the generated sounds in the folder; empty if the folder does not exist.
    func names() -> Set<String> {
        guard let names = try? Folder.names(in: path) else { return [] }
        return Set(names.filter(SoundName.isGenerated))
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Whether the folder contains a sound. Files are complete because they are renamed into place after writing.
    func holds(_ name: String) -> Bool {
        var status = stat()
        guard SoundName.isGenerated(name), stat(file(name), &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
    }

    /// Renames a sound.
    func rename(_ name: String, to other: String) throws(ServiceError) {
        guard Platform.rename(file(name), file(other)) == 0 else {
            throw SystemFailure.error("cannot write", file(other), errno: errno)
        }
    }

    /// Creates the folder if it does not exist. Other users cannot access a temporary folder.
    ///
    /// - Throws: `ServiceError.Code.io` when it cannot be created.
    public func make() throws(ServiceError) { try Folder.make(path, permissions: isTemporary ? 0o700 : 0o777) }

    /// Cleans up after a run, while the output is still locked: makes the file names durable and removes files left by
    /// a killed run.
    ///
    /// - Parameter isComplete: Whether all work is done, so a temporary folder is no longer needed.
    public func finish(isComplete: Bool) {
        Folder.sync(path)
        AtomicFile.removeLeftovers(in: path, of: SoundName.isGenerated)
        guard !isShared else { return }
        if isTemporary, isComplete || !isPersistent { for name in names() { unlink(file(name)) } }
        // Fails, and keeps the folder, when it is not empty.
        rmdir(path)
    }
}
