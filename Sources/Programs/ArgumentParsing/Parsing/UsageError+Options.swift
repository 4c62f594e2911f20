import LanguageServices

extension UsageError {
    static func unknownOption(long name: String, scope: OptionScope, command: Command, path: [String]) -> Self {
        let form = "--\(name)"
        let hint = ClosestMatch.hint(for: form, in: scope.visibleLongForms)
        guard let owner = command.firstOwner(ofOption: name) else {
            return Self("unknown option \(VisibleText.quoted(form))\(hint)", path: path)
        }
        let line = (path + owner + [form]).joined(separator: " ")
        return Self("option '\(form)' goes behind the command that it belongs to: '\(line)'", path: path)
    }

    static func unknownOption(
        short letter: Unicode.Scalar,
        argument: String,
        scope: OptionScope,
        path: [String]
    ) -> Self {
        let form = "-\(letter)"
        let isBundle = argument.unicodeScalars.count > form.unicodeScalars.count
        let place = isBundle ? " in \(VisibleText.quoted(argument.beforeEquals))" : ""
        // Every letter is one step from every other, so only another case of the same letter is worth a hint; and a
        // bundle that spells a long name lacks a dash.
        let candidates =
            isBundle
            ? scope.visibleLongForms.filter { $0.isSpelled("-\(argument.beforeEquals)") }
            : scope.visibleShortForms.filter { $0.lowercased() == form.lowercased() }
        let hint = ClosestMatch.hint(for: isBundle ? "-\(argument.beforeEquals)" : form, in: candidates)
        return Self("unknown option \(VisibleText.quoted(form))\(place)\(hint)", path: path)
    }

    static func flagWithValue(_ form: String, path: [String]) -> Self {
        Self("option '\(form)' takes no value", path: path)
    }

    static func givenTwice(_ option: OptionSpecification, path: [String]) -> Self {
        Self("option '\(option.longForm)' may be given only once", path: path)
    }

    static func missingValue(
        of option: OptionSpecification,
        typedAs form: String,
        next: String?,
        path: [String]
    ) -> Self {
        let message = "option '\(form)' lacks its value \(option.placeholder ?? "")"
        guard let next else { return Self(message, path: path) }
        let advice = VisibleText.quoted("\(option.longForm)=\(next)")
        return Self("\(message); if \(VisibleText.quoted(next)) is the value, write \(advice)", path: path)
    }

    static func refusedValue(
        _ value: String,
        of option: OptionSpecification,
        typedAs form: String,
        path: [String]
    ) -> Self {
        refused(value, by: "option '\(form)'", rule: option.rule, path: path)
    }

    static func refused(_ value: String, by taker: String, rule: ValueRule, path: [String]) -> Self {
        let hint = ClosestMatch.hint(for: value, in: rule.choices)
        return Self("\(taker) takes \(rule.expectation), not \(VisibleText.quoted(value))\(hint)", path: path)
    }
}

extension Command {
    /// The path beneath the command to the first one that declares the option, when any does.
    fileprivate func firstOwner(ofOption longName: String) -> [String]? {
        for subcommand in visibleSubcommands {
            if subcommand.options.contains(where: { !$0.isHidden && $0.longName.isSpelled(longName) }) {
                return [subcommand.name]
            }
            if let below = subcommand.firstOwner(ofOption: longName) {
                return [subcommand.name] + below
            }
        }
        return nil
    }
}

extension String {
    /// What stands before the first equals sign: a value may be a secret and stays out of messages about the name.
    fileprivate var beforeEquals: String {
        String(unicodeScalars.prefix { $0 != "=" })
    }
}
