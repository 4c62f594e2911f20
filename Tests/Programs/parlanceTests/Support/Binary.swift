import Audio
import Platform
import ServiceConfiguration
import Testing

/// The program built by the package manager, next to the test bundle.
enum Binary {
    /// Its path.
    static func path() throws -> String {
        let test = try #require(DataLocator.executablePath(), "the path of the running test is unknown")
        let path = test.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/parlance"
        try #require(ProgramSearch.isExecutable(path), "no program '\(path)'; run 'swift build'")
        return path
    }
}

extension ProgramSearch {
    /// Whether this user may execute a file.
    fileprivate static func isExecutable(_ path: String) -> Bool {
        guard let slash = path.lastIndex(of: "/") else { return false }
        return find(String(path[path.index(after: slash)...]), in: String(path[..<slash])) != nil
    }
}
