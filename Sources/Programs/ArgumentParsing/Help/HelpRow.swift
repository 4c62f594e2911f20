/// A line of a help table: a label on the left, what it means on the right.
struct HelpRow {
    var label: String
    var meaning: String
}

extension HelpRow {
    init(_ command: Command) {
        self.init(label: command.name, meaning: command.summary)
    }

    init(_ positional: Positional) {
        self.init(
            label: positional.placeholder,
            meaning: Self.meaning(positional.summary, details: [positional.rule.limits])
        )
    }

    init(_ option: OptionSpecification) {
        let value = option.placeholder.map { " \($0)" } ?? ""
        self.init(
            label: "\(option.shortForm.map { "\($0), " } ?? "    ")\(option.longForm)\(value)",
            meaning: Self.meaning(
                option.summary,
                details: [
                    option.rule.limits,
                    option.isRepeatable ? "may be repeated" : nil,
                    option.defaultText.map { "default: \($0)" },
                    option.environmentVariable.map { "environment: \($0)" },
                ]
            )
        )
    }

    private static func meaning(_ summary: String, details: [String?]) -> String {
        let details = details.compactMap(\.self)
        return details.isEmpty ? summary : "\(summary) (\(details.joined(separator: "; ")))"
    }
}
