package import JSON
package import LanguageServices
import Platform

/// What a plug-in offers of a service, in its manifest or in its answer to `initialize`.
package struct ServiceOffer: Sendable, Hashable {
    /// The service.
    package var service: Service
    /// The languages that it can work on; empty when that is not limited or not known.
    package var languages: [LanguageTag] = []
    /// What it can do beyond the least.
    package var features: Set<String> = []
    /// How many requests a process takes at a time.
    package var concurrency = 1
    /// How many texts of a translation it takes in a request.
    package var textsPerRequest = 100
    /// Whose work it is.
    package var attribution: String?
    /// The licence of what it gives.
    package var licence: String?
    /// Whether texts leave the machine.
    package var usesNetwork = false

    /// An offer of the least.
    package init(_ service: Service) { self.service = service }

    /// Reads an offer.
    ///
    /// - Returns: `nil` for a service that this host does not know, which is passed over.
    /// - Throws: What is wrong with it, at the place where it stands.
    package init?(_ node: JSONNode) throws(JSONFault) {
        guard node.members != nil else { throw JSONFault("a service is an object, not \(node.kindName)", node) }
        guard let name = node["service"] else { throw JSONFault("a service has no 'service'", node) }
        guard let text = name.string else { throw JSONFault("'service' is a text, not \(name.kindName)", name) }
        guard let service = Service(rawValue: text) else { return nil }
        self.service = service
        for tag in try JSONFault.texts(node["languages"], named: "languages") {
            guard let language = LanguageTag(tag.text) else {
                throw JSONFault(
                    "'languages' holds \(JSONExcerpt.singleQuoted(tag.text)), which is no language tag",
                    tag.node
                )
            }
            if !languages.contains(language) { languages.append(language) }
        }
        features = Set(try JSONFault.texts(node["features"], named: "features").map(\.text))
        concurrency = try Self.number(node["concurrency"], "concurrency", 1...64) ?? 1
        textsPerRequest = try Self.number(node["textsPerRequest"], "textsPerRequest", 1...10_000) ?? 100
        attribution = try Self.text(node["attribution"], "attribution")
        licence = try Self.text(node["licence"], "licence")
        if let network = node["network"] {
            guard let value = network.bool else {
                throw JSONFault("'network' is true or false, not \(network.kindName)", network)
            }
            usesNetwork = value
        }
    }

    /// Whether it may be able to work on a language; the plug-in itself knows of accents.
    package func mayTake(_ language: LanguageTag) -> Bool {
        languages.isEmpty || languages.contains { $0.language == language.language }
    }

    private static func number(_ node: JSONNode?, _ name: String, _ range: ClosedRange<Int>) throws(JSONFault) -> Int? {
        guard let node else { return nil }
        guard let number = node.wholeNumber, range.contains(number) else {
            throw JSONFault("'\(name)' is a whole number from \(range.lowerBound) to \(range.upperBound)", node)
        }
        return number
    }

    private static func text(_ node: JSONNode?, _ name: String) throws(JSONFault) -> String? {
        guard let node else { return nil }
        guard let text = node.string else { throw JSONFault("'\(name)' is a text, not \(node.kindName)", node) }
        let line = OneLine.text(text)
        return line.isEmpty ? nil : line
    }
}
