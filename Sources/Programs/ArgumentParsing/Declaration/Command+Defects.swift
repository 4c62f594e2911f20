extension Command {
    /// What is wrong with the tree beneath this root, one sentence each; empty for a sound tree.
    ///
    /// The parser, the help and the completions cope with a defective tree, but not everything in it can be reached.
    package var defects: [String] {
        defects(path: [], inherited: StandardOptions.all)
    }

    private func defects(path above: [String], inherited: [OptionSpecification]) -> [String] {
        let path = above + [name]
        let place = "'\(path.joined(separator: " "))'"
        var found = nameDefects(place) + positionalDefects(place) + subcommandDefects(place, isRoot: above.isEmpty)
        var taken = Set(inherited.flatMap(\.forms))
        for option in options {
            for form in option.forms where !taken.insert(form).inserted {
                found.append("\(place) declares \(form), which is taken")
            }
            found += option.defects.map { "\(place), \(option.longForm): \($0)" }
        }
        let passedOn = isLeafWithCommands ? inherited : inherited + options
        return found + subcommands.flatMap { $0.defects(path: path, inherited: passedOn) }
    }

    private func nameDefects(_ place: String) -> [String] {
        var found: [String] = []
        if !name.isPlainName {
            found.append("\(place): the name is not made of lower-case letters, digits and hyphens")
        }
        if !summary.isOneLine { found.append("\(place): the summary is not one line of text") }
        return found
    }

    private func positionalDefects(_ place: String) -> [String] {
        var found: [String] = []
        for positional in positionals.dropLast() where positional.minimum != 1 || positional.maximum != 1 {
            found.append("\(place): only the last positional may be optional or repeat, not \(positional.placeholder)")
        }
        for positional in positionals {
            if !positional.placeholder.isOneLine { found.append("\(place): a positional has no placeholder") }
            if !positional.summary.isOneLine {
                found.append("\(place), \(positional.placeholder): the summary is not one line of text")
            }
            found += positional.rule.defects.map { "\(place), \(positional.placeholder): \($0)" }
        }
        if Set(positionals.map(\.placeholder)).count < positionals.count {
            found.append("\(place): two positionals have one placeholder")
        }
        return found
    }

    private func subcommandDefects(_ place: String, isRoot: Bool) -> [String] {
        var names: Set<String> = isRoot ? [StandardOptions.helpVerb] : []
        return subcommands.compactMap { subcommand in
            names.insert(subcommand.name).inserted ? nil : "\(place): the command '\(subcommand.name)' is taken"
        }
    }
}

extension OptionSpecification {
    fileprivate var defects: [String] {
        var found = rule.defects
        if !longName.isPlainName || longName.count < 2 {
            found.append("the long name is not made of two or more lower-case letters, digits and hyphens")
        }
        if let shortName, !(shortName.isASCII && shortName.isLetter) {
            found.append("the short name is not a letter from a to z or A to Z")
        }
        if !summary.isOneLine { found.append("the summary is not one line of text") }
        if let placeholder, !placeholder.isOneLine { found.append("the placeholder is empty") }
        if let defaultText, case .oneOf = rule, !rule.accepts(defaultText) {
            found.append("the default is not one of the choices")
        }
        return found
    }
}

extension ValueRule {
    fileprivate var defects: [String] {
        guard case .oneOf(let choices) = self else { return [] }
        var found: [String] = []
        if choices.isEmpty { found.append("there are no choices") }
        if !choices.allSatisfy(\.isOneLine) { found.append("a choice is empty or not one line of text") }
        if Set(choices).count < choices.count { found.append("a choice stands twice") }
        return found
    }
}

extension String {
    fileprivate var isPlainName: Bool {
        let isPlain = utf8.allSatisfy {
            Decimal.isDigit($0) || $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        }
        return isPlain && !isEmpty && !hasPrefix("-")
    }

    fileprivate var isOneLine: Bool {
        !isEmpty && !contains(where: \.isNewline) && first?.isWhitespace == false && last?.isWhitespace == false
    }
}
