/// What the package ships, where it stands in the source tree.
enum Shipped {
    /// The folder of the starter dictionaries.
    static let dictionaries = root + "/Dictionaries"

    private static let root: String = {
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/")
    }()
}
