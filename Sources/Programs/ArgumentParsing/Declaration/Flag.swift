/// An option that is on or off: `--json`.
package struct Flag: OptionDeclaration, Hashable {
    /// What the parser, the help and the completions need to know.
    package let specification: OptionSpecification

    /// Creates a flag.
    ///
    /// - Parameters:
    ///   - longName: The long name without its dashes.
    ///   - short: The letter of the short form.
    ///   - summary: What the flag does, in one line.
    ///   - environmentVariable: The environment variable that sets the same thing.
    ///   - isHidden: Whether help, completions and suggestions keep quiet about the flag.
    package init(
        _ longName: String,
        short: Character? = nil,
        summary: String,
        environmentVariable: String? = nil,
        isHidden: Bool = false
    ) {
        specification = OptionSpecification(
            longName: longName,
            shortName: short,
            kind: .flag,
            rule: .anything,
            summary: summary,
            defaultText: nil,
            completion: .none,
            environmentVariable: environmentVariable,
            isHidden: isHidden
        )
    }
}
