import LanguageServices
import SentenceChecks
import Testing

/// Accepted and rejected sentences, with the reasons for rejection.
@Suite struct SentenceInspectionTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let word: String
        let language: String
        let text: String
        let fault: SentenceCheck?

        init(_ word: String, _ language: String, _ text: String, _ fault: SentenceCheck? = nil) {
            self.word = word
            self.language = language
            self.text = text
            self.fault = fault
        }

        var testDescription: String { String(text.prefix(60)) }
    }

    private func fault(_ sample: Sample, words: ClosedRange<Int>? = nil, told: [String] = []) throws -> SentenceCheck? {
        let language = try #require(LanguageTag(sample.language))
        let inspection = SentenceInspection(word: sample.word, language: language, words: words, told: told)
        do throws(SentenceFault) {
            let verdict = try inspection.inspect(sample.text)
            #expect(verdict.checks.contains(.word))
            return nil
        } catch {
            #expect(!error.reason.isEmpty)
            return error.check
        }
    }

    @Test(arguments: [
        Sample("cat", "en", "The cat sleeps."), Sample("cat", "en", "Dr. Smith has a cat."),
        Sample("cat", "en", "“Stop!” said the cat."), Sample("cat", "en", "\"Where is my cat?\" she asked."),
        Sample("cat", "en", "Is that your cat?"), Sample("cat", "en", "My cat weighs 4.5 kg…"),
        Sample("cat", "en", "Anna’s cat (a big one) is called Tom."),
        Sample("sorry", "en", "I’m sorry, but I can’t come."),
        Sample("here", "en", "Here is the book you wanted."), Sample("sure", "en", "Sure, I will call you tomorrow."),
        Sample("example", "en", "This is a good example."), Sample("gato", "es", "¿Dónde está el gato?"),
        Sample("claro", "es", "Claro que sí, el agua es clara."),
        Sample("EE. UU.", "es", "Mi tío vive en EE. UU. con el Sr. Ruiz."), Sample("frère", "fr", "Voici mon frère."),
        Sample("libro", "it", "Ecco il libro."), Sample("猫", "zh", "我的猫喜欢睡觉。"), Sample("猫", "ja", "猫が好きです。"),
        Sample("кошка", "ru", "Кошка спит."), Sample("แมว", "th", "แมวกำลังนอน"), Sample("बिल्ली", "hi", "बिल्ली सो रही है।"),
        Sample("γάτα", "el", "Πού είναι η γάτα;"), Sample("고양이", "ko", "고양이가 잡니다."),
        Sample("gatto", "it", "Il gatto è sul divano."), Sample("kat", "nl", "De kat ligt op de bank."),
        Sample("Katze", "de", "Die Katze schläft auf dem Sofa."), Sample("Kind", "de", "Als Kind hatte ich Angst."),
        Sample("gato", "pt", "O gato dorme no sofá."),
        Sample("café", "fr", "Il y a un café à Paris."), Sample("Internet", "en", "I read it on the Internet."),
        Sample("shit", "en", "He stepped into dog shit."),
    ]) func whatIsASentenceIsLetThrough(_ sample: Sample) throws { #expect(try fault(sample) == nil) }

    @Test(arguments: [
        Sample("cat", "en", "", .length), Sample("cat", "en", "...", .length),
        Sample("cat", "en", "The cat sleeps", .oneSentence), Sample("cat", "en", "the cat sleeps.", .oneSentence),
        Sample("cat", "en", "The cat sleeps. The dog barks.", .oneSentence),
        Sample("cat", "en", "The cat sleeps! It is late.", .oneSentence),
        Sample("cat", "en", "The  cat sleeps.", .oneSentence), Sample("cat", "en", " The cat sleeps.", .oneSentence),
        Sample("cat", "en", "The \"cat sleeps.", .oneSentence),
        Sample("cat", "en", "The cat; it sleeps;", .oneSentence),
        Sample("猫", "zh", "我的猫喜欢睡觉。它很大。", .oneSentence),
        Sample("cat", "en", "The cat\nsleeps.", .markup), Sample("cat", "en", "The cat\u{200B} sleeps.", .markup),
        Sample("cat", "en", "The \u{202E}cat sleeps.", .markup), Sample("cat", "en", "The cat\u{0} sleeps.", .markup),
        Sample("cat", "en", "The **cat** sleeps.", .markup), Sample("cat", "en", "The <b>cat</b> sleeps.", .markup),
        Sample("cat", "en", "The `cat` sleeps.", .markup), Sample("cat", "en", "The {{c1::cat}} sleeps.", .markup),
        Sample("cat", "en", "The ____ cat sleeps.", .markup), Sample("cat", "en", "The cat &amp; the dog.", .markup),
        Sample("cat", "en", "The cat is on www.example.org today.", .markup),
        Sample("cat", "en", "See cats.com for the cat.", .markup), Sample("cat", "en", "1. The cat sleeps.", .markup),
        Sample("cat", "en", "- The cat sleeps.", .markup), Sample("cat", "en", "The cat<|im_end|> sleeps.", .markup),
        Sample("cat", "en", "[INST] The cat sleeps.", .markup),
        Sample("cat", "en", "The cat \u{E000} sleeps.", .markup),
        Sample("cat", "en", "Sure! The cat sleeps.", .preamble),
        Sample("cat", "en", "Sure, here is one: The cat sleeps.", .preamble),
        Sample("cat", "en", "Here is a sentence: The cat sleeps.", .preamble),
        Sample("cat", "en", "Sentence: The cat sleeps.", .preamble),
        Sample("cat", "en", "Example 2: The cat sleeps.", .preamble),
        Sample("gato", "es", "Claro, aquí tienes una frase: El gato duerme.", .preamble),
        Sample("chat", "fr", "Voici une phrase : Le chat dort.", .preamble),
        Sample("Katze", "de", "Hier ist ein Satz: Die Katze schläft.", .preamble),
        Sample("cat", "en", "This is a sentence using the word cat.", .preamble),
        Sample("cat", "en", "I'm sorry, but I can't help with that cat.", .refusal),
        Sample("cat", "en", "As an AI language model I have no cat.", .refusal),
        Sample("Kind", "de", "Als KI habe ich kein Kind.", .refusal), Sample("猫", "zh", "作为AI我没有猫。", .refusal),
        Sample("gato", "es", "Lo siento, no puedo generar una frase con gato.", .refusal),
        Sample("cat", "en", "Кошка спит.", .script), Sample("кошка", "ru", "The cat sleeps.", .script),
        Sample("猫", "zh", "猫が好きです。", .script), Sample("猫", "ja", "我的猫喜欢睡觉。", .language),
        Sample("кошка", "ru", "Кішка спить.", .script),
        Sample("cat", "en", "El cat es la casa de mi padre.", .language),
        Sample("gato", "es", "The gato is on the table and it is black.", .language),
        Sample("Katze", "de", "The Katze is in the house with him.", .language),
        Sample("cat", "en", "The dog sleeps.", .word), Sample("cat", "en", "The catalogue is long.", .word),
        Sample("cat", "en", "The fucking cat sleeps.", .blocklist),
        Sample("gato", "es", "El puto gato duerme.", .blocklist),
    ]) func whatIsNoneIsNot(_ sample: Sample) throws { #expect(try fault(sample) == sample.fault) }

    @Test func aSentenceIsAsLongAsItMayBe() throws {
        let sample = Sample("cat", "en", "The old cat sleeps.")
        #expect(try fault(sample, words: 4...4) == nil)
        #expect(try fault(sample, words: 1...3) == .length)
        #expect(try fault(sample, words: 5...9) == .length)
        #expect(try fault(Sample("cat", "en", String(repeating: "The cat ", count: 30) + "sleeps.")) == .length)
        #expect(try fault(Sample("cat", "en", String(repeating: "cat ", count: 25_000))) == .length)
        #expect(try fault(Sample("stop", "en", "Stop him!")) == nil)
    }

    @Test func aCopyOfWhatWasAskedIsNone() throws {
        let told = ["Write natural sentences for learners.\nEach holds the word \"cat\" once.", "a cat on a roof"]
        #expect(try fault(Sample("cat", "en", "Each holds the word \"cat\" once."), told: told) == .echo)
        #expect(try fault(Sample("cat", "en", "A cat on a roof."), told: told) == .echo)
        #expect(try fault(Sample("cat", "en", "There is a cat on the roof."), told: told) == nil)
        #expect(try fault(Sample("cat", "en", "Cat."), told: told) == .echo)
        let long = "the day before yesterday"
        #expect(try fault(Sample(long, "en", "We met the day before yesterday."), told: told) == nil)
        #expect(try fault(Sample(long, "en", "The day before yesterday."), told: told) == .echo)
    }

    @Test func sentencesThatDifferInMarksAloneAreTheSame() {
        #expect(SentenceKey.of("The cat sleeps.") == SentenceKey.of("the Cat  sleeps!"))
        #expect(SentenceKey.of("The cat sleeps.") != SentenceKey.of("The cat slept."))
    }
}
