package import JSON
package import LanguageServices
import Platform

/// What a plug-in answers to `initialize`.
package struct PluginGreeting: Sendable, Hashable {
    /// The plug-in's own name for itself.
    package let name: String
    /// Its version.
    package let version: String
    /// What it offers.
    package let offers: [ServiceOffer]

    /// Reads the answer.
    ///
    /// - Throws: What is wrong with it.
    package init(_ result: JSONNode) throws(FrameFault) {
        guard result["protocol"]?.wholeNumber == PluginProtocol.version else {
            throw FrameFault("answered in a version of the protocol that it was not offered")
        }
        guard let name = result["plugin"]?["name"]?.string, let version = result["plugin"]?["version"]?.string else {
            throw FrameFault("did not say its name and version")
        }
        guard let services = result["services"]?.elements else { throw FrameFault("did not list its services") }
        self.name = OneLine.text(name)
        self.version = OneLine.text(version)
        var offers: [ServiceOffer] = []
        for service in services {
            do throws(JSONFault) {
                if let offer = try ServiceOffer(service) { offers.append(offer) }
            } catch {
                throw FrameFault("described its services wrongly: \(error.text)")
            }
        }
        guard Set(offers.map(\.service)).count == offers.count else { throw FrameFault("listed a service twice") }
        self.offers = offers
    }

    /// What it offers of a service.
    package func offer(of service: Service) -> ServiceOffer? { offers.first { $0.service == service } }
}
