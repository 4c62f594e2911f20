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

    /// Whether it may be able to work on a language; the plug-in itself knows of accents.
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

    /// What it offers of a service.
    package func offer(of service: Service) -> ServiceOffer? { offers.first { $0.service == service } }
}

/// What is wrong with a value, and where it stands.
package struct JSONFault: Error {
    /// What is wrong.
    package let text: String
    /// Where.
    package let position: JSONPosition

    /// Says what is wrong with a value.
    package init(_ text: String, _ node: JSONNode) {
        self.text = text
        position = node.position
    }

    /// Says what is wrong at a place.
    package init(_ text: String, at position: JSONPosition) {
        self.text = text
        self.position = position
    }

    /// A whole number within a range.
    static func number(_ node: JSONNode?, _ name: String, _ range: ClosedRange<Int>) throws(JSONFault) -> Int? {
        guard let node else { return nil }
        guard let number = node.wholeNumber, range.contains(number) else {
            throw JSONFault("'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound)", node)
        }
        return number
    }

    /// Yes or no.
    static func flag(_ node: JSONNode?, _ name: String) throws(JSONFault) -> Bool? {
        guard let node else { return nil }
        guard let flag = node.bool else {
            throw JSONFault("'\(name)' must be true or false, not \(node.kindName)", node)
        }
        return flag
    }

    /// The texts of a list; none where there is no list.
    static func texts(_ node: JSONNode?, named name: String) throws(JSONFault) -> [(text: String, node: JSONNode)] {
        guard let node else { return [] }
        guard let elements = node.elements else {
            throw JSONFault("'\(name)' must be a list of strings, not \(node.kindName)", node)
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
