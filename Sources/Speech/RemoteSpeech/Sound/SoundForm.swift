import LanguageServices

/// What the sound of an answer is when it does not say so itself.
enum SoundForm: Sendable, Hashable {
    /// Samples of 16 bit, low byte first, without a head.
    case samples(AudioFormat)
    /// A file that tells what it is.
    case file
}
