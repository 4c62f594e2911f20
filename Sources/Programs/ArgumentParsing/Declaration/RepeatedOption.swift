/// An option that may be given more than once and collects its values in order: `--word cat --word dog`.
///
/// Made from an ordinary option: `Option("word", placeholder: "WORD", summary: "…").repeated`.
package struct RepeatedOption<Value: Sendable>: OptionDeclaration {
    /// What the parser, the help and the completions need to know.
    package let specification: OptionSpecification

    let convert: @Sendable (String) -> Value?
}

extension Option {
    /// The same option, but it may be given more than once.
    package var repeated: RepeatedOption<Value> {
        var specification = specification
        specification.kind = .repeatedValue(placeholder: specification.placeholder ?? "")
        return RepeatedOption(specification: specification, convert: convert)
    }
}
