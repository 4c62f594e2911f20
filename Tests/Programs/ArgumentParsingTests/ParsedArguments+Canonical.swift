@testable import ArgumentParsing

extension ParsedArguments {
    /// The canonical command line with the same meaning, without the program's name.
    ///
    /// The command comes first, then the options in the order of their declaration, each in its long form with an
    /// attached value, then `--` and the words. Parsing it gives an equal value.
    var canonicalArguments: [String] {
        var arguments = Array(path.dropFirst())
        var seen: Set<String> = []
        for option in options where seen.insert(option.longName).inserted {
            guard let values = given[option.longName] else { continue }
            if option.takesValue {
                arguments += values.map { "\(option.longForm)=\($0)" }
            } else {
                arguments.append(option.longForm)
            }
        }
        return positionals.isEmpty ? arguments : arguments + ["--"] + positionals
    }
}
