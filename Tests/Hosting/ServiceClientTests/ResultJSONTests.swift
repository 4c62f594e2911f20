import JSON
import LanguageServices
import ServiceClient
import Testing

@Suite("Results as JSON")
struct ResultJSONTests {
    @Test("empty values of a translation are omitted")
    func translations() {
        let short = JSONWriter.string(.object(TranslationJSON.members(Translation(text: "agua", provider: "mine"))))
        #expect(short == #"{"translation":"agua","quality":"machine","provider":"mine"}"#)
        var whole = Translation(text: "agua", alternatives: ["líquido"], provider: "mine", partOfSpeech: .noun)
        whole.match = TranslationMatch(step: .lemma, headword: "water")
        whole.gloss = [GlossedWord("water", translation: "agua", reading: nil)]
        whole.remarks = [TranslationRemark(.grammar, "feminine")]
        let text = JSONWriter.string(.object(TranslationJSON.members(whole)))
        #expect(text.hasPrefix(#"{"translation":"agua","alternatives":["líquido"],"partOfSpeech":"noun","match":"#))
        #expect(text.contains(#""match":{"step":"lemma","headword":"water"},"gloss":[{"text":"water""#))
        #expect(text.contains(#""remarks":[{"subject":"grammar","text":"feminine"}]"#))
    }

    @Test("a sentence includes the position of its word, and its translator")
    func sentences() {
        var sentence = ExampleSentence(text: "I drink water.", wordRanges: [8..<13], provider: "mine")
        sentence.translation = "Bebo agua."
        let value = SentenceJSON.value(sentence, cloze: true, translator: "other")
        let text = JSONWriter.string(value)
        #expect(text.contains(#""wordRanges":[{"start":8,"end":13}]"#))
        #expect(text.contains(#""cloze":"I drink {{c1::water}}.""#))
        #expect(text.contains(#""translation":"Bebo agua.","translatedBy":"other""#))
        #expect(!text.contains("notes"))
    }

    @Test("a voice")
    func voices() throws {
        let english = try #require(LanguageTag("en-GB"))
        let voice = Voice(id: "a", name: "Anna", languages: [english], gender: .female, provider: "mine")
        #expect(
            JSONWriter.string(VoiceJSON.value(voice))
                == #"{"id":"a","name":"Anna","languages":["en-GB"],"quality":"\#(voice.quality.rawValue)","provider":"mine","gender":"female"}"#
        )
    }

    @Test("an error includes a report on the providers that were tried")
    func errors() {
        var error = ServiceError(.rateLimited, "too many", provider: "mine", remedy: "wait")
        error.retryAfter = .milliseconds(1500)
        error.report = .answered(by: "other", in: .microseconds(1_234_567), notices: ["slow"])
        #expect(
            JSONWriter.string(ReportJSON.value(error))
                == #"{"code":"rateLimited","message":"too many","remedy":"wait","provider":"mine","retryAfterSeconds":1.5,"report":{"attempts":[{"provider":"other","outcome":"answered","seconds":1.234567}],"notices":["slow"]}}"#
        )
    }

    @Test("empty members are omitted")
    func members() {
        var object = JSONMembers()
        object.add("none", String?.none)
        object.add("texts", [String]())
        object.add("values", [JSONValue]())
        object.add("text", "")
        object.add("list", ["a"])
        object.add("truth", .bool(false))
        #expect(JSONWriter.string(object.object) == #"{"text":"","list":["a"],"truth":false}"#)
    }
}
