package import LanguageServices

/// A direction of translation that is installed with Apertium.
package struct ApertiumMode: Sendable, Hashable {
    /// Its name: `eng-spa`.
    package var name: String

    /// The languages.
    package var pair: LanguagePair

    /// Creates a mode.
    package init(name: String, pair: LanguagePair) {
        self.name = name
        self.pair = pair
    }
}
