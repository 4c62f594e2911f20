import ArgumentParsing
import Decks
import JSON
import LanguageServices
import ServiceConfiguration
import ServiceRegistry

/// The forecast of a batch, as text and JSON.
struct BatchForecastText {
    /// The deck's file.
    let deck: String
    /// The output file, if one is given.
    let output: String?
    let forecast: BatchForecast
    /// The providers in the order in which they are called.
    let providers: [ForecastProvider]

    /// The text lines.
    var lines: [String] {
        var table = Table()
        table.add("deck", deck)
        if let output { table.add("output", output) }
        var notes = ["\(forecast.pendingNotes) of \(forecast.notes) pending"]
        if forecast.notesKept > 0 { notes.append("\(forecast.notesKept) already filled") }
        if forecast.notesSkipped > 0 { notes.append("\(forecast.notesSkipped) skipped") }
        table.add("notes", notes.joined(separator: ", "))
        table.add("texts", "\(forecast.uniqueTexts) distinct, \(forecast.texts) in total")
        if forecast.textsKnown > 0 { table.add("known", "\(forecast.textsKnown) from an earlier run") }
        if forecast.textsFailed > 0 {
            table.add("failed", "\(forecast.textsFailed) in an earlier run; '--retry-failed' retries them")
        }
        table.add(
            "to ask",
            "\(BatchResultText.count(forecast.textsToSend, "text")), \(forecast.charactersToSend) characters"
        )
        table.add("providers", providers.map(\.line).joined(separator: ", then "))
        table.add("", whereTo)
        for line in costs { table.add("cost", line) }
        return table.lines
    }

    /// The forecast as a JSON object.
    var value: JSONValue {
        .object(known: [
            ("file", .string(deck)), ("output", output.map(JSONValue.string)),
            ("dryRun", true), ("notes", .integer(forecast.notes)), ("toDo", .integer(forecast.pendingNotes)),
            ("kept", .integer(forecast.notesKept)), ("skipped", .integer(forecast.notesSkipped)),
            ("texts", .integer(forecast.texts)), ("differentTexts", .integer(forecast.uniqueTexts)),
            ("known", .integer(forecast.textsKnown)), ("failedBefore", .integer(forecast.textsFailed)),
            ("toAsk", .integer(forecast.textsToSend)), ("characters", .integer(forecast.charactersToSend)),
            ("providers", .array(providers.map { $0.value(characters: forecast.charactersToSend) })),
            ("leavesMachine", .bool(!remote.isEmpty)),
        ])
    }

    private var remote: [ForecastProvider] { providers.filter { $0.descriptor.locality == .network } }

    private var whereTo: String {
        guard !remote.isEmpty else { return "no text leaves this machine" }
        let names = remote.map(\.descriptor.id.rawValue).joined(separator: ", ")
        return remote.count == providers.count
            ? "the texts are sent to \(names)" : "texts that other providers cannot translate are sent to \(names)"
    }

    /// The maximum cost of each paid provider. It is unknown how many words the preceding providers will find.
    private var costs: [String] {
        providers.enumerated().compactMap { place, provider in
            guard let price = provider.price else { return nil }
            let cost = price.cost(ofCharacters: forecast.charactersToSend)
            let rate = "\(WholeNumber.text(price.perMillionCharacters)) \(price.currency) per million characters"
            return
                "\(place == 0 ? "" : "at most ")\(Self.amount(cost)) \(price.currency) to \(provider.descriptor.id) (\(rate))"
        }
    }

    /// An amount of money with two decimals, rounded up so the forecast is not too low.
    static func amount(_ number: Double) -> String {
        // Ensures that 0.1 * 3 is not rounded up to a cent more than 0.3.
        let cents = (number * 100 - 1e-6).rounded(.up)
        guard cents > 0 else { return "0.00" }
        guard let whole = WholeNumber.int(cents) else { return "\(number)" }
        return "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100)"
    }
}

/// A provider that a batch would call.
struct ForecastProvider: Sendable {
    /// The provider's descriptor.
    var descriptor: ProviderDescriptor
    /// The provider's status.
    var status: ProviderStatus
    /// The price, if the configuration specifies one.
    var price: ServicePrice?

    /// Where the texts are sent.
    var place: String {
        switch descriptor.locality {
        case .inProcess, .plugin: "on this machine"
        case .network: "over the network"
        }
    }

    /// The text line.
    var line: String {
        switch status {
        case .ready: "\(descriptor.id) (\(place))"
        case .degraded(let reason, _): "\(descriptor.id) (\(place); \(reason))"
        case .unavailable(let reason, _): "\(descriptor.id) (unavailable: \(reason))"
        }
    }

    /// The provider as a JSON object for `--json`.
    ///
    /// - Parameter characters: The maximum number of characters that would be sent to the provider.
    func value(characters: Int) -> JSONValue {
        let (state, reason): (JSONValue, String?) =
            switch status {
            case .ready: ("ready", nil)
            case .degraded(let reason, _): ("degraded", reason)
            case .unavailable(let reason, _): ("unavailable", reason)
            }
        let cost = price.map { price -> JSONValue in
            [
                "amount": .number(price.cost(ofCharacters: characters)), "currency": .string(price.currency),
                "perMillionCharacters": .number(price.perMillionCharacters),
            ]
        }
        return .object(known: [
            ("provider", .string(descriptor.id.rawValue)), ("kind", .string(descriptor.kind)),
            ("locality", .string(descriptor.locality.rawValue)), ("status", state),
            ("reason", reason.map(JSONValue.string)), ("cost", cost),
        ])
    }
}

extension Program {
    /// The providers of a chain with their status, which may require a request to a remote provider.
    func members(
        of registry: ServiceRegistry,
        _ service: Service,
        _ arguments: ParsedArguments,
        _ role: Role
    ) async throws -> [ForecastProvider] {
        let definitions = try configuration(arguments).registry.providers
        let providers = await registry.providers(of: service)
        var members: [ForecastProvider] = []
        for id in registry.providersInUse(for: service, role: role) {
            guard let provider = providers.first(where: { $0.descriptor.id == id }) else { continue }
            members.append(
                ForecastProvider(
                    descriptor: provider.descriptor,
                    status: await provider.status(),
                    price: try definitions.first { $0.id == id }?.options.price("price")
                )
            )
        }
        return members
    }
}
