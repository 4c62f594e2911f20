/// A field that is spoken, and where its sound goes.
public struct SpokenField: Sendable, Hashable {
    /// The field that is read aloud, by its name or its number from 1.
    public var source: String

    /// The field that the sound is put in; `nil` for the field itself, behind what it holds.
    public var destination: String?

    /// Who speaks.
    public var voice: FieldVoice

    /// Creates a field.
    public init(_ source: String, into destination: String? = nil, voice: FieldVoice = FieldVoice()) {
        self.source = source
        self.destination = destination
        self.voice = voice
    }
}
