/// Takes names of files apart.
enum FileName {
    /// The last part of a path.
    static func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The folder of a path: `.` when there is none in it.
    static func folder(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// A name without the endings of dictionaries: `freedict-eng-deu` for `freedict-eng-deu.dict.dz`.
    static func stem(_ name: String) -> String {
        var name = name
        for group in [packed, endings] {
            if let ending = group.first(where: { name.lowercased().hasSuffix($0) }), ending.utf8.count < name.utf8.count
            {
                name.removeLast(ending.count)
            }
        }
        return name
    }

    private static let packed = [".gz", ".dz", ".bz2", ".xz"]
    private static let endings = [
        ".index", ".dict", ".ifo", ".idx", ".syn", ".tsv", ".csv", ".txt", ".u8", ".tab", ".tar", ".zip",
    ]
}
