import LanguageServices

/// What large models of speech say that they speak.
enum SpokenLanguages {
    /// The languages of OpenAI's models, as its guide to speech lists them; their English is American.
    static let openAI = tags(
        """
        en-US af ar hy az be bs bg ca zh hr cs da nl et fi fr gl de el he hi hu is id it ja kn kk ko lv lt mk ms mr mi ne \
        nb fa pl pt ro ru sr sk sl es sw sv fil ta th tr uk ur vi cy
        """
    )

    /// The languages of ElevenLabs' multilingual models, as its list of models has them, without English: there the accent
    /// is that of the voice.
    static let elevenLabs = tags("ja zh de hi fr ko pt it es id nl tr fil pl sv bg ro ar cs el fi hr ms sk da ta uk ru")

    private static func tags(_ list: String) -> [LanguageTag] {
        list.split(separator: " ").compactMap { LanguageTag(String($0)) }
    }
}
