/// Tells films from sounds: Anki plays both by `[sound:NAME]`.
enum FilmName {
    private static let extensions: Set<String> = [
        "3gp", "avi", "flv", "m4v", "mkv", "mov", "mp4", "mpe", "mpeg", "mpg", "ogv", "swf", "webm",
    ]

    /// Whether a file is a film, by the end of its name.
    static func isFilm(_ name: String) -> Bool {
        name.lastIndex(of: ".").map { extensions.contains(name[name.index(after: $0)...].lowercased()) } ?? false
    }
}
