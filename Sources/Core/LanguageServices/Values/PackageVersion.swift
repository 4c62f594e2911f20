/// The version of this package; the release notes are in CHANGELOG.md.
package enum PackageVersion {
    /// The version's numbers.
    package static let text = "0.1.0"
}
