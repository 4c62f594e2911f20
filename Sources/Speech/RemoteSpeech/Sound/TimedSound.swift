import JSON
import LanguageServices

/// The whole sound of a part, and when each of its characters is heard.
struct TimedSound: Sendable {
    /// The sound, as it would have come by itself.
    let bytes: [UInt8]

    /// When each Unicode scalar of the part begins, in seconds from the start of the sound; never going back.
    let starts: [Double]

    /// Reads what stands in an answer.
    ///
    /// - Parameters:
    ///   - sound: The bytes, in Base64.
    ///   - characters: The text, character by character.
    ///   - times: When each character begins, in seconds.
    ///   - part: The text that was sent.
    /// - Throws: `ServiceError.Code.protocolViolation`, saying what is wrong with the answer, when it is not about that text.
    init(sound: JSONNode?, characters: JSONNode?, times: JSONNode?, of part: String) throws(ServiceError) {
        guard let text = sound?.string, let bytes = Base64.bytes(text) else {
            throw ServiceError(.protocolViolation, "without sound")
        }
        guard let characters = characters?.elements, let times = times?.elements, characters.count == times.count else {
            throw ServiceError(.protocolViolation, "without the times of its characters")
        }
        var starts: [Double] = []
        var told = ""
        var latest = 0.0
        for (character, time) in zip(characters, times) {
            guard let text = character.string, let seconds = time.number?.double else {
                throw ServiceError(.protocolViolation, "with times that are none")
            }
            latest = max(latest, min(seconds, Self.longest))
            told += text
            starts += repeatElement(latest, count: text.unicodeScalars.count)
        }
        guard told.unicodeScalars.elementsEqual(part.unicodeScalars) else {
            throw ServiceError(.protocolViolation, "with the times of another text")
        }
        self.bytes = bytes
        self.starts = starts
    }

    /// A day, in seconds; no text of one request takes longer.
    private static let longest = 86_400.0
}
