package import JSON
package import LanguageServices

/// Writes the options of a provider as the plug-in gets them.
package enum PluginConfig {
    /// The options as an object. Secrets stand in it, so it is sent to the plug-in and shown to nobody.
    package static func value(_ options: OptionValues) -> JSONValue {
        .object(options.values.sorted { $0.key < $1.key }.map { ($0.key, value($0.value.content)) })
    }

    private static func value(_ content: OptionValue.Content) -> JSONValue {
        switch content {
        case .boolean(let truth): .bool(truth)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .strings(let texts): .array(texts.map { .string($0) })
        case .secret(let secret): .string(secret.reveal())
        case .options(let options): value(options)
        case .price(let price):
            ["perMillionCharacters": .number(price.perMillionCharacters), "currency": .string(price.currency)]
        case .voices(let voices): .array(voices.map { .string($0.id) })
        }
    }
}
