import LanguageServices

/// The version of this package, as `--version` prints it.
enum Version {
    static let text = PackageVersion.text
}
