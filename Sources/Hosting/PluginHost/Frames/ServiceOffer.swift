package import JSON
package import LanguageServices
import Platform

/// A service that a plug-in offers in its manifest or in its answer to `initialize`.
package struct ServiceOffer: Sendable, Hashable {
    /// The service.
    package var service: Service
    /// The supported languages; empty if unlimited or unknown.
    package var languages: [LanguageTag] = []
    /// The optional features that it supports.
    package var features: Set<String> = []
    /// The number of concurrent requests that one process accepts.
    package var concurrency = 1
    /// The maximum number of texts in a translation request.
    package var textsPerRequest = 100
    /// The attribution of the output.
    package var attribution: String?
    /// The licence of the output.
    package var licence: String?
    /// Whether texts are sent over the network.
    package var usesNetwork = false

    /// Creates an offer with the default limits and no features.
    package init(_ service: Service) { self.service = service }

    /// Reads an offer.
    ///
    /// - Returns: `nil` for an unknown service, which callers ignore.
    /// - Throws: The first fault, with its position.
    package init?(_ node: JSONNode) throws(JSONFault) {
        guard node.members != nil else { throw JSONFault("a service must be an object, not \(node.kindName)", node) }
        guard let name = node["service"] else { throw JSONFault("a service has no 'service'", node) }
        guard let text = name.string else { throw JSONFault("'service' must be a string, not \(name.kindName)", name) }
        guard let service = Service(rawValue: text) else { return nil }
        self.service = service
        for tag in try JSONFault.texts(node["languages"], named: "languages") {
            guard let language = LanguageTag(tag.text) else {
                throw JSONFault(
                    "'languages' contains \(JSONExcerpt.singleQuoted(tag.text)), which is not a language tag",
                    tag.node
                )
            }
            if !languages.contains(language) { languages.append(language) }
        }
        features = Set(try JSONFault.texts(node["features"], named: "features").map(\.text))
        concurrency = try JSONFault.number(node["concurrency"], "concurrency", 1...64) ?? 1
        textsPerRequest = try JSONFault.number(node["textsPerRequest"], "textsPerRequest", 1...10_000) ?? 100
        attribution = try Self.text(node["attribution"], "attribution")
        licence = try Self.text(node["licence"], "licence")
        usesNetwork = try JSONFault.flag(node["network"], "network") ?? false
    }

    /// Whether the language may be supported. Accents are left to the plug-in.
    package func mayTake(_ language: LanguageTag) -> Bool {
        languages.isEmpty || languages.contains { $0.language == language.language }
    }

    private static func text(_ node: JSONNode?, _ name: String) throws(JSONFault) -> String? {
        guard let node else { return nil }
        guard let text = node.string else { throw JSONFault("'\(name)' must be a string, not \(node.kindName)", node) }
        let line = OneLine.text(text)
        return line.isEmpty ? nil : line
    }
}

/// A plug-in's answer to `initialize`.
package struct PluginGreeting: Sendable, Hashable {
    /// The plug-in's name as declared in the answer.
    package let name: String
    /// The plug-in's version.
    package let version: String
    /// The offered services.
    package let offers: [ServiceOffer]

    /// Reads the answer.
    ///
    /// - Throws: The protocol violation if the answer is invalid.
    package init(_ result: JSONNode) throws(FrameFault) {
        guard result["protocol"]?.wholeNumber == PluginProtocol.version else {
            throw FrameFault("answered with a protocol version that was not offered")
        }
        guard let name = result["plugin"]?["name"]?.string, let version = result["plugin"]?["version"]?.string else {
            throw FrameFault("did not report its name and version")
        }
        guard let services = result["services"]?.elements else { throw FrameFault("did not list its services") }
        self.name = OneLine.text(name)
        self.version = OneLine.text(version)
        var offers: [ServiceOffer] = []
        for service in services {
            do throws(JSONFault) {
                if let offer = try ServiceOffer(service) { offers.append(offer) }
            } catch {
                throw FrameFault("described its services incorrectly: \(error.text)")
            }
        }
        guard Set(offers.map(\.service)).count == offers.count else { throw FrameFault("listed a service twice") }
        self.offers = offers
    }

    /// The offer for a service.
    package func offer(of service: Service) -> ServiceOffer? { offers.first { $0.service == service } }
}

/// A fault in a JSON value, with the value's position.
package struct JSONFault: Error {
    /// The message.
    package let text: String
    /// The position of the value.
    package let position: JSONPosition

    /// Creates a fault for a value.
    package init(_ text: String, _ node: JSONNode) {
        self.text = text
        position = node.position
    }

    /// Creates a fault at a position.
    package init(_ text: String, at position: JSONPosition) {
        self.text = text
        self.position = position
    }

    /// An integer within a range.
    static func number(_ node: JSONNode?, _ name: String, _ range: ClosedRange<Int>) throws(JSONFault) -> Int? {
        guard let node else { return nil }
        guard let number = node.wholeNumber, range.contains(number) else {
            throw JSONFault("'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound)", node)
        }
        return number
    }

    /// True or false.
    static func flag(_ node: JSONNode?, _ name: String) throws(JSONFault) -> Bool? {
        guard let node else { return nil }
        guard let flag = node.bool else {
            throw JSONFault("'\(name)' must be true or false, not \(node.kindName)", node)
        }
        return flag
    }

    /// The strings in an array; empty if the array is absent.
    static func texts(_ node: JSONNode?, named name: String) throws(JSONFault) -> [(text: String, node: JSONNode)] {
        guard let node else { return [] }
        guard let elements = node.elements else {
            throw JSONFault("'\(name)' must be an array of strings, not \(node.kindName)", node)
        }
        var texts: [(text: String, node: JSONNode)] = []
        for element in elements {
            guard let text = element.string else {
                throw JSONFault("'\(name)' may contain only strings, not \(element.kindName)", element)
            }
            texts.append((text, element))
        }
        return texts
    }
}
