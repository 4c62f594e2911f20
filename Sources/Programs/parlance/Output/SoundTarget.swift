import Audio
import LanguageServices

/// What kind of sound files are written, and what they say about themselves.
struct SoundTarget: Sendable {
    /// The kind of file.
    var kind = SoundFormat.wav

    /// The language that is spoken, when it is known.
    var language: LanguageTag?

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - path: Where it is to appear.
    ///   - format: The form of its samples.
    ///   - title: What it is called in a player.
    /// - Throws: ``CommandFailure`` when nothing can be written there.
    func create(_ path: String, _ format: AudioFormat, title: String) throws -> SoundFile {
        do throws(ServiceError) {
            let tags = SoundTags(title: title, language: language)
            return try SoundFile(path: path, kind: kind, format: format, tags: tags)
        } catch {
            throw CommandFailure(error, error.code == .io ? .cannotCreate : nil)
        }
    }
}
