public import LanguageServices
import Platform

/// A sound file format, selected by the file extension.
///
/// Files with the extension `.ogg` or `.oga` contain Vorbis, the traditional meaning of these extensions. Opus uses the
/// same container but a separate extension (RFC 7845, section 9).
public enum SoundFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// RIFF WAVE, 16-bit linear PCM: large, and supported everywhere.
    case wav
    /// Free Lossless Audio Codec, 16 bit: lossless, about half the size of WAV.
    case flac
    /// Vorbis in Ogg.
    case vorbis = "ogg"
    /// Opus in Ogg: the smallest files.
    case opus
    /// MPEG-1/2 layer III: supported by the oldest devices.
    case mp3

    /// The display name, such as `Ogg Vorbis`.
    public var name: String {
        switch self {
        case .wav: "WAV"
        case .flac: "FLAC"
        case .vorbis: "Ogg Vorbis"
        case .opus: "Ogg Opus"
        case .mp3: "MP3"
        }
    }

    /// The file extensions without the dot; the first is the default.
    public var fileExtensions: [String] {
        switch self {
        case .wav: ["wav", "wave"]
        case .flac: ["flac"]
        case .vorbis: ["ogg", "oga"]
        case .opus: ["opus"]
        case .mp3: ["mp3"]
        }
    }

    /// The format for a file extension, ignoring case.
    ///
    /// - Parameter fileExtension: The extension without the dot, such as `mp3`.
    /// - Throws: `ServiceError.Code.unsupported` for any other extension; the error lists the supported ones.
    public init(fileExtension: String) throws(ServiceError) {
        guard let format = Self(named: fileExtension) else {
            throw Self.unknown("'\(Self.shown(fileExtension))' is not a supported sound format", fileExtension)
        }
        self = format
    }

    /// The format for a path, according to its extension.
    ///
    /// Devices and named pipes get WAV unless the name has a known extension. So do folders and the empty path, but
    /// opening such a file then fails.
    ///
    /// - Throws: `ServiceError.Code.unsupported` for an unknown or missing extension; the error lists the supported
    ///   ones.
    public init(path: String) throws(ServiceError) {
        guard let fileExtension = Self.fileExtension(of: path) else {
            guard path.isEmpty || path.hasSuffix("/") || FileKind.isSpecial(path) else {
                throw Self.unknown("the name \(SystemFailure.quoted(path)) has no extension", "")
            }
            self = .wav
            return
        }
        if let known = Self(named: fileExtension) {
            self = known
        } else if FileKind.isSpecial(path) {
            self = .wav
        } else {
            throw Self.unknown("'.\(Self.shown(fileExtension))' is not a supported sound format", fileExtension)
        }
    }

    /// The format for a file name's extension; `nil` for an unknown one.
    package static func named(by path: String) -> SoundFormat? {
        fileExtension(of: path).flatMap(Self.init(named:))
    }

    private init?(named fileExtension: String) {
        let lower = fileExtension.lowercased()
        guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(lower) }) else { return nil }
        self = format
    }

    /// The extension of a file name; `nil` for a hidden file without another dot.
    private static func fileExtension(of path: String) -> String? {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        return String(name[name.index(after: dot)...])
    }

    private static func unknown(_ message: String, _ fileExtension: String) -> ServiceError {
        let all = allCases.flatMap(\.fileExtensions)
        return ServiceError(
            .unsupported,
            message + ClosestMatch.hint(for: fileExtension, in: all),
            remedy: "use one of \(all.map { "." + $0 }.joined(separator: ", "))"
        )
    }

    /// An extension as it appears in error messages.
    private static func shown(_ fileExtension: String) -> String {
        String(SystemFailure.quoted(fileExtension.utf8Prefix(40)).dropFirst().dropLast())
    }
}

/// The kind of file at a path.
enum FileKind {
    /// Whether the path exists and is not a regular file but, for example, a device, a pipe or a folder.
    static func isSpecial(_ path: String) -> Bool {
        var status = stat()
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG
    }
}
