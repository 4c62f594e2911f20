/// Where the tests find what the package ships.
enum Bundled {
    /// The folder `Voices/` of the source tree.
    static let voices: String = {
        var path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        path.removeLast(3)
        return path.joined(separator: "/") + "/Voices"
    }()
}
