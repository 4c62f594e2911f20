/// The version of this package; see CHANGELOG.md.
package enum PackageVersion {
    /// The version number.
    package static let text = "0.1.0"
}
