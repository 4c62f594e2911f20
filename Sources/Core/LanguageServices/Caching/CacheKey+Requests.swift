extension CacheKey {
    /// The key of each text of a request, since each is translated by itself.
    static func translations(of request: TranslationRequest, by provider: Answerer) -> [CacheKey] {
        var writer = CacheKeyWriter(provider)
        writer.add("source", request.source?.text)
        writer.add("target", request.target?.text)
        writer.add("partOfSpeech", request.partOfSpeech?.rawValue)
        writer.add("furthestStep", request.furthestStep.rawValue)
        writer.add("romanizes", request.romanizes)
        // What is usual adds nothing, as before there was a choice.
        if !request.wantsAlternatives { writer.add("wantsAlternatives", false) }
        writer.add("wantsEntries", request.wantsEntries)
        // A context that says nothing is like none.
        let context = request.context ?? TranslationContext()
        writer.add("previousMessages", context.previousMessages)
        writer.add("level", context.level?.rawValue)
        return request.texts.map { text in
            var whole = writer
            whole.add("text", text)
            return CacheKey(whole)
        }
    }

    /// The key of a speech.
    static func speech(of request: SpeechRequest, by provider: Answerer) -> CacheKey {
        var writer = CacheKeyWriter(provider)
        writer.add("text", request.text)
        writer.add("language", request.language?.text)
        writer.add("voice", request.voice)
        writer.add("rate", request.rate)
        writer.add("pitch", request.pitch)
        writer.add("volume", request.volume)
        writer.add("wordGap", request.wordGap)
        writer.add("isDeterministic", request.isDeterministic)
        // In their order: of two for one word the later counts.
        writer.add("pronunciations", UInt64(request.pronunciations.count))
        for pronunciation in request.pronunciations {
            writer.add("word", pronunciation.word)
            switch pronunciation.sound {
            case .ipa(let text): writer.add("ipa", text)
            case .respelling(let text): writer.add("respelling", text)
            }
            writer.add("of", pronunciation.language?.text)
        }
        writer.add("marks", request.marks.map(\.rawValue).sorted())
        return CacheKey(writer)
    }

    /// The key of the sentences for a word.
    static func sentences(of request: SentenceRequest, by provider: Answerer) -> CacheKey {
        var writer = CacheKeyWriter(provider)
        writer.add("word", request.word)
        writer.add("language", request.language?.text)
        writer.add("partOfSpeech", request.partOfSpeech?.rawValue)
        writer.add("sense", request.sense)
        writer.add("level", request.level?.rawValue)
        writer.add("count", UInt64(clamping: request.count))
        writer.add("fewestWords", UInt64(clamping: request.words?.lowerBound ?? 0))
        writer.add("mostWords", UInt64(clamping: request.words?.upperBound ?? 0))
        writer.add("topic", request.topic)
        writer.add("seed", request.seed)
        writer.add("targetLanguage", request.targetLanguage?.text)
        writer.add("romanizes", request.romanizes)
        writer.add("avoiding", request.avoiding)
        return CacheKey(writer)
    }
}
