public import HapticCodecs
public import HapticPatterns
public import LanguageServices
import Platform

/// Reads the theme that a configuration names.
public enum ThemeFile {
    /// Reads a theme, and the files beside it that it names.
    ///
    /// Only files in the theme's own folder are read, by their plain names.
    ///
    /// - Parameter path: The file.
    /// - Returns: The theme, and what is wrong with the file.
    /// - Throws: `ServiceError.Code.configuration` when it cannot be read or is no theme.
    public static func read(
        _ path: String
    ) throws(ServiceError) -> (theme: FeedbackTheme, findings: [PatternFinding]) {
        do throws(ServiceError) {
            let bytes = try WholeFile.read(path, limit: PatternFile.largestSize)
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            return try FeedbackTheme.read(bytes, name: path) { (name) throws(ServiceError) in
                guard !name.contains("/"), !name.utf8.contains(0), name != "..", name != "." else {
                    throw ServiceError(
                        .invalidRequest,
                        "the theme names a file outside of its folder",
                        remedy: "put the file beside the theme, and name it without a folder"
                    )
                }
                return try WholeFile.read(folder + name, limit: PatternFile.largestSize)
            }
        } catch {
            throw ServiceError(.configuration, error.message, remedy: error.remedy)
        }
    }
}
