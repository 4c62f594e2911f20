import LanguageServices
import SentenceChecks
import Testing

/// Matches of words in sentences.
@Suite struct WordSearchTests {
    /// A word, its language, a sentence, and the expected match: its parts separated by `|`, or empty for no match.
    struct Sample: Sendable, CustomTestStringConvertible {
        let word: String
        let language: String
        let sentence: String
        let marked: String?
        let kind: PartOfSpeech?

        init(_ word: String, _ language: String, _ sentence: String, _ marked: String?, _ kind: PartOfSpeech? = nil) {
            self.word = word
            self.language = language
            self.sentence = sentence
            self.marked = marked
            self.kind = kind
        }

        var testDescription: String { "\(word) in \(sentence)" }
    }

    private func marked(_ sample: Sample) throws -> String? {
        let language = try #require(LanguageTag(sample.language))
        let search = WordSearch(sample.word, language: language, partOfSpeech: sample.kind)
        guard let match = search.match(in: sample.sentence), match.certainty != .likeness else { return nil }
        let scalars = Array(sample.sentence.unicodeScalars)
        return match.ranges.map { range in
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[range])
            return String(view)
        }.joined(separator: "|")
    }

    @Test(arguments: [
        Sample("cat", "en", "The cat sleeps.", "cat"),
        Sample("cat", "en", "Cats sleep all day.", "Cats"),
        Sample("cat", "en", "My cat’s bowl is empty.", "cat"),
        Sample("cat", "en", "The catalogue is new.", nil),
        Sample("cat", "en", "I concatenate texts.", nil),
        Sample("go", "en", "She went home.", "went"),
        Sample("went", "en", "He goes home.", "goes"),
        Sample("to go", "en", "We are going home.", "going"),
        Sample("even", "en", "Good evening, Anna.", nil),
        Sample("see", "en", "Plant the seed now.", nil),
        Sample("teach", "en", "The teacher is old.", nil),
        Sample("big", "en", "My house is bigger.", "bigger"),
        Sample("quick", "en", "He quickly left.", nil),
        Sample("polish", "en", "He is Polish.", nil),
        Sample("polish", "en", "Polish your shoes.", "Polish"),
        Sample("Water", "en", "I drink water.", "water"),
        Sample("US", "en", "He told us.", nil),
        Sample("UFO", "en", "I saw two UFOs.", "UFOs"),
        Sample("help", "en", "“HELP!” she cried.", "HELP"),
        Sample("colour", "en", "I like this color.", "color"),
        Sample("cafe", "en", "We met in a café.", "café"),
        Sample("rise", "en", "Prices rose.", "rose", .verb),
        Sample("building", "en", "They build houses.", nil),
        Sample("news", "en", "It is a new house.", nil),
        Sample("8-year-old", "en", "An 8-year-old boy sang.", "8-year-old"),
        Sample("C++", "en", "I write C++ at work.", "C++"),
        Sample("C++", "en", "I write C at work.", nil),
        Sample("bank (money)", "en", "The bank is closed.", "bank"),
    ]) func wordsOfEnglish(_ sample: Sample) throws { #expect(try marked(sample) == sample.marked) }

    @Test(arguments: [
        Sample("give up", "en", "She gave up smoking.", "gave up"),
        Sample("turn off", "en", "Turn the light off.", "Turn|off"),
        Sample("turn sth off", "en", "He turned the old radio off.", "turned|off"),
        Sample("turn off", "en", "Turn around, the light is off.", nil),
        Sample("look forward to", "en", "I look forward to it.", "look forward to"),
        Sample("ice cream", "en", "Two ice creams, please.", "ice creams"),
        Sample("ice cream", "en", "The ice is on the cream.", nil),
        Sample("make up one's mind", "en", "She made up her mind.", "made up her mind"),
        Sample("take sb for granted", "en", "Do not take me for granted.", "take|for granted"),
        Sample("kick the bucket", "en", "He kicked the bucket.", "kicked the bucket"),
    ]) func expressions(_ sample: Sample) throws { #expect(try marked(sample) == sample.marked) }

    @Test(arguments: [
        Sample("fermer à clé", "fr", "Il ferme la porte à clé.", "ferme|à clé", .verb),
        Sample("fermer à clé", "fr", "Il ferme la porte, la voiture est à clé.", nil, .verb),
        Sample("prendre en compte", "fr", "Nous prenons cette idée en compte.", "prenons|en compte", .verb),
        Sample("prendre en compte", "fr", "Nous prenons le train en ville.", nil, .verb),
        Sample("avoir faim", "fr", "Je n’ai pas du tout faim.", "ai|faim"),
        Sample("avoir besoin de", "fr", "Elle a vraiment besoin de vacances.", "a|besoin de"),
        Sample("se rendre compte", "fr", "Il ne se rend pas compte.", "rend|compte"),
        Sample("fer à repasser", "fr", "Ce fer est bon à repasser.", nil),
        Sample("penser à", "fr", "Je pense que tu vas à Paris.", nil, .verb),
        Sample("tener en cuenta", "es", "Ten esto en cuenta.", "Ten|en cuenta", .verb),
        Sample("tener hambre", "es", "Los niños tienen mucha hambre.", "tienen|hambre"),
        Sample("tener que", "es", "Tengo un amigo que canta.", nil, .verb),
        Sample("darse cuenta de", "es", "Ana no se da mucha cuenta de eso.", "da|cuenta de"),
        Sample("no gustar", "es", "A mi hermana no le gustan las arañas.", "no|gustan"),
        Sample("no gustar", "es", "No creo que a Ana le gusten.", nil),
        Sample("avere fame", "it", "Ho molta fame.", "Ho|fame"),
        Sample("to pay attention", "en", "Please pay close attention.", "pay|attention"),
        Sample("pay attention", "en", "Pay the bill, attention matters.", nil, .verb),
        Sample("have to", "en", "I have nothing to say.", nil, .verb),
        Sample("swimming pool", "en", "The swimming was in a pool.", nil, .noun),
    ]) func expressionsOfVerbs(_ sample: Sample) throws { #expect(try marked(sample) == sample.marked) }

    @Test(arguments: [
        Sample("aufstehen", "de", "Ich stehe um sieben auf.", "stehe|auf"),
        Sample("aufstehen", "de", "Ich stehe auf und gehe.", "stehe|auf"),
        Sample("aufstehen", "de", "Ich bin früh aufgestanden.", "aufgestanden"),
        Sample("aufstehen", "de", "Ich stehe auf dem Dach.", nil),
        Sample("der Hund", "de", "Die Hunde bellen.", "Hunde"),
        Sample("Haus", "de", "Die Häuser sind alt.", "Häuser"),
        Sample("essen", "de", "Das Essen ist gut.", nil),
        Sample("essen", "de", "Wir essen Brot.", "essen"),
        Sample("schon", "de", "Das ist schön.", nil),
        Sample("sich freuen", "de", "Wir freuen uns sehr.", "freuen"),
        Sample("sich freuen", "de", "Das freut den Hund.", nil),
        Sample("año", "es", "El ano es una palabra.", nil),
        Sample("año", "es", "Tengo veinte años.", "años"),
        Sample("gato", "es", "Los gatos duermen.", "gatos"),
        Sample("levantarse", "es", "Me levanto a las siete.", "levanto"),
        Sample("levantarse", "es", "Ya se han levantado.", "levantado"),
        Sample("levantarse", "es", "Levántate, es tarde.", "Levántate"),
        Sample("levantarse", "es", "Mañana quiero levantarme temprano.", "levantarme"),
        Sample("levantarse", "es", "Ana levanta la mano.", nil),
        Sample("irse", "es", "Nos vamos a casa.", "vamos"),
        Sample("irse", "es", "Vamos a casa.", nil),
        Sample("darse cuenta de", "es", "Luis se dio cuenta de su error.", "dio cuenta de"),
        Sample("me levanto", "es", "Ana se levanta temprano.", "se levanta", .verb),
        Sample("médico", "es", "Mi hermana es médica.", "médica", .noun),
        Sample("cartero", "es", "He perdido la cartera.", nil, .noun),
        Sample("triste", "es", "Mis amigos están tristes.", "tristes", .adjective),
        Sample("casa", "es", "Me caso mañana.", nil),
        Sample("eau", "fr", "Je bois de l’eau froide.", "eau"),
        Sample("donner", "fr", "Donne-moi le livre.", "Donne"),
        Sample("se lever", "fr", "Je me lève tôt.", "lève"),
        Sample("canzone", "it", "Le canzoni sono belle.", "canzoni"),
        Sample("acqua", "it", "Bevo dell'acqua.", "acqua"),
        Sample("falar", "pt", "Eles falam muito.", "falam"),
    ]) func wordsOfEurope(_ sample: Sample) throws { #expect(try marked(sample) == sample.marked) }

    @Test(arguments: [
        Sample("猫", "zh", "我的猫喜欢睡觉。", "猫"),
        Sample("狗", "zh", "我的猫喜欢睡觉。", nil),
        Sample("食べる", "ja", "私はパンを食べました。", "食べ"),
        Sample("行く", "ja", "学校に行った。", "行っ"),
        Sample("猫", "ja", "猫が好きです。", "猫"),
        Sample("고양이", "ko", "고양이가 잡니다.", "고양이가"),
        Sample("마시다", "ko", "물을 마셨다.", "마셨다"),
        Sample("كتاب", "ar", "قرأت الكتاب أمس.", "الكتاب"),
        Sample("ещё", "ru", "Он еще спит.", "еще"),
        Sample("кошка", "ru", "Кошка спит.", "Кошка"),
    ]) func wordsOfTheRest(_ sample: Sample) throws { #expect(try marked(sample) == sample.marked) }

    @Test func aFormOfAnUnknownInflectionIsNoMoreThanLike() throws {
        let russian = try #require(LanguageTag("ru"))
        let search = WordSearch("кошка", language: russian)
        #expect(search.match(in: "Я вижу кошку.")?.certainty == .likeness)
        #expect(search.match(in: "Это дом.") == nil)
        let known = WordSearch("кошка", language: russian, forms: ["кошку"])
        #expect(known.match(in: "Я вижу кошку.")?.certainty == .form)
    }

    @Test(arguments: [
        "", " ", "(", "()", "((((", "*", "-", "'", "’", "sb sth", "the", "to", String(repeating: "up ", count: 60),
        String(repeating: "a", count: 200), "\u{301}", "\u{0}", "👩‍👩‍👧",
    ]) func nothingIsTooOddToBeLookedFor(_ word: String) throws {
        for language in ["en", "de", "ja", "ko", "ar", "th", "qaa"] {
            let search = WordSearch(word, language: try #require(LanguageTag(language)))
            for text in ["", "up", "Take it up, up and up.", String(repeating: "up ", count: 150), "’", "一"] {
                let match = search.match(in: text)
                for range in match?.ranges ?? [] {
                    #expect(range.lowerBound >= 0 && range.upperBound <= text.unicodeScalars.count && !range.isEmpty)
                }
            }
        }
    }
}
