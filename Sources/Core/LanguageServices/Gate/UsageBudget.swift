/// How much a provider may send in a day or a month.
public struct UsageBudget: Sendable, Hashable {
    /// What is counted.
    public var unit: Unit

    /// The time for which it is counted.
    public var period: UsagePeriod.Length

    /// How much may be sent in it.
    public var limit: Int

    /// Creates a budget.
    public init(_ limit: Int, _ unit: Unit, in period: UsagePeriod.Length) {
        self.limit = limit
        self.unit = unit
        self.period = period
    }

    /// What a budget counts.
    public enum Unit: String, Sendable, Hashable, Codable, CaseIterable {
        /// Requests to the server.
        case requests
        /// Characters of the user's texts, as Unicode scalars.
        case characters
        /// Tokens of a language model, those that it reads and those that it writes.
        ///
        /// How many a request takes is known when it has been answered. So a guess is counted before, and made good after.
        case tokens

        /// A count in words: `1 request`.
        package func counted(_ count: Int) -> String {
            "\(count) \(count == 1 ? String(rawValue.dropLast()) : rawValue)"
        }
    }

    /// The option that sets it: `charactersPerMonth`.
    public var optionName: String {
        "\(unit.rawValue)Per\(period == .day ? "Day" : "Month")"
    }
}

/// What was sent.
public struct Usage: Sendable, Hashable, Codable {
    /// How many requests.
    public var requests: Int

    /// How many characters of the user's texts, as Unicode scalars.
    public var characters: Int

    /// How many tokens of a language model, read and written.
    public var tokens: Int

    /// Creates a usage.
    public init(requests: Int = 0, characters: Int = 0, tokens: Int = 0) {
        self.requests = requests
        self.characters = characters
        self.tokens = tokens
    }

    /// How much of it a budget of some unit counts.
    public subscript(_ unit: UsageBudget.Unit) -> Int {
        switch unit {
        case .requests: requests
        case .characters: characters
        case .tokens: tokens
        }
    }
}

extension ProviderDefinition {
    /// The budgets that are set for the provider, those of a day first.
    ///
    /// - Throws: ``ServiceError/Code/configuration`` when an option holds no whole number.
    package func budgets() throws(ServiceError) -> [UsageBudget] {
        var budgets: [UsageBudget] = []
        for period in UsagePeriod.Length.allCases {
            for unit in UsageBudget.Unit.allCases {
                let name = UsageBudget(0, unit, in: period).optionName
                if let limit = try options.integer(name) { budgets.append(UsageBudget(limit, unit, in: period)) }
            }
        }
        return budgets
    }
}
