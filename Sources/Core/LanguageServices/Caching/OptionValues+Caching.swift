extension OptionValues {
    /// The options that change what a provider answers, in one order; never a secret, and not where they were set.
    package func textsThatChangeAnswers(_ descriptions: [OptionDescription]) -> [String] {
        values.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
            guard descriptions.first(where: { $0.name == name })?.changesAnswers != false else { return [] }
            return switch value.content {
            case .secret, .price: []
            case .boolean(let truth): [name, "\(truth)"]
            case .number(let number): [name, "\(number)"]
            case .string(let text): [name, text]
            case .strings(let texts): [name, "\(texts.count)"] + texts
            case .options(let options):
                // What is in it is the provider's own affair, and all of it may matter.
                [name, "\(options.values.count)"] + options.textsThatChangeAnswers([])
            case .voices(let voices): [name, "\(voices.count)"] + voices.flatMap(Self.texts)
            }
        }
    }

    private static func texts(_ voice: VoiceDescription) -> [String] {
        let languages = voice.languages.map(\.text).joined(separator: " ")
        return [voice.id, voice.name ?? "", languages, voice.gender?.rawValue ?? "", voice.quality?.rawValue ?? ""]
    }
}
