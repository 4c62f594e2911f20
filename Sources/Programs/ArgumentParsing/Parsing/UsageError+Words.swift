import LanguageServices

extension UsageError {
    static func unknownCommand(_ name: String, in group: Command, path: [String]) -> Self {
        let hint = ClosestMatch.hint(for: name, in: group.visibleSubcommands.map(\.name))
        return Self("unknown command \(VisibleText.quoted(name))\(hint)", path: path)
    }

    static func missingCommand(_ group: Command, path: [String]) -> Self {
        let names = WordList.alternatives(group.visibleSubcommands.map(\.name))
        return Self("'\(path.joined(separator: " "))' needs a command: \(names)", path: path)
    }

    static func missingWord(_ positional: Positional, found: Int, path: [String]) -> Self {
        let count = positional.minimum > 1 ? " (at least \(positional.minimum), found \(found))" : ""
        return Self("'\(path.joined(separator: " "))' lacks its argument \(positional.placeholder)\(count)", path: path)
    }

    static func unexpectedWord(_ word: String, command: Command, path: [String]) -> Self {
        let taken = command.positionals.reduce(0) { $0 + ($1.maximum ?? 0) }
        let limit =
            switch taken {
            case 0: "no arguments"
            case 1: "only one argument"
            default: "only \(taken) arguments"
            }
        let place = path.joined(separator: " ")
        return Self("unexpected argument \(VisibleText.quoted(word)); '\(place)' takes \(limit)", path: path)
    }

    static func refusedWord(_ word: String, _ positional: Positional, path: [String]) -> Self {
        refused(word, by: positional.placeholder, rule: positional.rule, path: path)
    }
}
