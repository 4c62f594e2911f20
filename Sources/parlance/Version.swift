/// The version of this package, as `--version` prints it; the release notes are in CHANGELOG.md.
enum Version {
    static let text = "0.1.0"
}
