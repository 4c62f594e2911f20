/// Something that can stand in the list of options of a ``Command``.
///
/// The conforming types (``Flag``, ``Option``, ``RepeatedOption``) double as the keys with which the parsed arguments
/// are read, so the type of a value is known where it is asked for:
///
/// ```swift
/// static let rate = Option("rate", in: 0.3...3, summary: "How fast to speak")
/// …
/// let rate: Double? = try arguments[Speak.rate]
/// ```
package protocol OptionDeclaration: Sendable {
    /// What the parser, the help and the completions need to know.
    var specification: OptionSpecification { get }
}
