/// What is to change in a note. All that is not named stays as it is, to the byte.
public struct NoteEdit: Sendable, Hashable {
    /// New values of fields, by their places.
    public var fields: [Int: String]

    /// Files that the new values name, such as sounds.
    public var media: [MediaFile]

    /// Creates an edit.
    public init(fields: [Int: String] = [:], media: [MediaFile] = []) {
        self.fields = fields
        self.media = media
    }
}

/// A file that belongs to a deck.
public struct MediaFile: Sendable, Hashable {
    /// The name by which fields call it: a plain file name without a folder.
    public var name: String

    /// Where it lies.
    public var path: String

    /// Creates a media file.
    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }
}
