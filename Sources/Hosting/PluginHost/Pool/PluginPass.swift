import LanguageServices

/// A process that may be sent one request, and what it offers.
package struct PluginPass: Sendable {
    /// The process.
    package let process: PluginProcess
    /// What it offers of the service.
    package let offer: ServiceOffer
}
