public import LanguageServices
import Platform

/// A kind of sound file, chosen by the extension of its name.
///
/// An `.ogg` or `.oga` file holds Vorbis, as these names have meant since there was nothing else; Opus, which comes in
/// the same container, has a name of its own (RFC 7845, section 9).
public enum SoundFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// RIFF WAVE, linear PCM, 16 bit: large, and read by everything.
    case wav
    /// Free Lossless Audio Codec, 16 bit: the same samples in about half the space.
    case flac
    /// Vorbis in Ogg.
    case vorbis = "ogg"
    /// Opus in Ogg: the smallest.
    case opus
    /// MPEG-1/2 layer III: what the oldest devices play.
    case mp3

    /// The name for people: `Ogg Vorbis`.
    public var name: String {
        switch self {
        case .wav: "WAV"
        case .flac: "FLAC"
        case .vorbis: "Ogg Vorbis"
        case .opus: "Ogg Opus"
        case .mp3: "MP3"
        }
    }

    /// The extensions that stand for it, without the dot; the first is the usual one.
    public var fileExtensions: [String] {
        switch self {
        case .wav: ["wav", "wave"]
        case .flac: ["flac"]
        case .vorbis: ["ogg", "oga"]
        case .opus: ["opus"]
        case .mp3: ["mp3"]
        }
    }

    /// The format that an extension stands for, in capitals or small letters.
    ///
    /// - Parameter fileExtension: The extension without the dot: `mp3`.
    /// - Throws: `ServiceError.Code.unsupported` for any other; the error lists what there is.
    public init(fileExtension: String) throws(ServiceError) {
        guard let format = Self(named: fileExtension) else {
            throw Self.unknown("'\(Self.shown(fileExtension))' is no format of sound file", fileExtension)
        }
        self = format
    }

    /// The format that the name of a file asks for.
    ///
    /// A device or a named pipe may be called anything, and is given WAV when its name does not ask for something else. So
    /// are names of folders and the empty name, of which opening the file says what is wrong with them.
    ///
    /// - Throws: `ServiceError.Code.unsupported` for a name with another extension, or with none; the error lists what
    ///   there is.
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
            throw Self.unknown("'.\(Self.shown(fileExtension))' is no format of sound file", fileExtension)
        }
    }

    /// The format whose extension the name of a file has, if any.
    package static func named(by path: String) -> SoundFormat? {
        fileExtension(of: path).flatMap(Self.init(named:))
    }

    private init?(named fileExtension: String) {
        let lower = fileExtension.lowercased()
        guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(lower) }) else { return nil }
        self = format
    }

    /// What stands behind the last dot of a name, when something stands before it.
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

    /// An extension as it stands in a message.
    private static func shown(_ fileExtension: String) -> String {
        String(SystemFailure.quoted(fileExtension.utf8Prefix(40)).dropFirst().dropLast())
    }
}

/// What a path stands for now.
enum FileKind {
    /// Whether there is something that is no regular file: a device, a pipe, a folder.
    static func isSpecial(_ path: String) -> Bool {
        var status = stat()
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG
    }
}
