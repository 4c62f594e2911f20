import Language
import LanguageServices

/// Typical remarks by language models, in the languages in which models mostly write them.
enum AssistantPhrases {
    /// The text in lower case, with straight apostrophes and without surrounding quotation marks, asterisks or spaces.
    static func plain(_ text: String) -> String {
        var result = ""
        for character in text.lowercased() {
            if character == "’" || character == "‘" {
                result.append("'")
            } else if !"\"“”„«»*_#`".contains(character) {
                result.append(character)
            }
        }
        let start = result.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }

    /// Whether a text contains a phrase as whole words, not as parts of other words: *als KI*, but not *als Kind*.
    static func stands(_ words: String, in text: String) -> Bool {
        var rest = text[...]
        while let range = rest.firstRange(of: words) {
            let before = text[..<range.lowerBound].last
            let after = text[range.upperBound...].first
            // Scripts without capital letters do not use spaces between words either.
            if before?.isCased != true, after?.isCased != true { return true }
            rest = text[range.upperBound...]
        }
        return false
    }

    /// Words for *sentence*.
    static let names: Set<String> = [
        "sentence", "sentences", "example", "examples", "translation", "answer", "output", "response", "result",
        "frase", "frases", "oración", "oraciones", "ejemplo", "ejemplos", "traducción", "respuesta",
        "phrase", "phrases", "exemple", "exemples", "traduction", "réponse",
        "satz", "sätze", "beispiel", "beispiele", "beispielsatz", "beispielsätze", "übersetzung", "antwort",
        "esempio", "esempi", "traduzione", "risposta", "exemplo", "exemplos", "tradução", "resposta",
        "zin", "zinnen", "voorbeeld", "voorbeeldzin", "vertaling", "предложение", "пример", "перевод",
        "例文", "例句", "句子", "翻译", "訳", "文", "예문", "번역",
    ]

    /// Two-word labels, written without their space.
    static let labels: Set<String> = [
        "examplesentence", "samplesentence", "hereisthesentence", "hereisasentence", "hereisanexample", "jsonoutput",
        "json", "sentenceexample", "frasedeejemplo", "oracióndeejemplo", "exempledephrase", "phrased'exemple",
        "frasediesempio", "frasedeexemplo", "voicilaphrase", "voiciunexemple",
    ]

    /// Phrases with which a model agrees to a request.
    static let agreements = [
        "sure", "sure thing", "of course", "certainly", "absolutely", "gladly", "okay", "ok", "alright", "no problem",
        "great", "happy to help", "claro", "claro que sí", "por supuesto", "con gusto", "bien sûr", "certainement",
        "avec plaisir", "d'accord", "natürlich", "gerne", "klar", "selbstverständlich", "certo", "certamente",
        "volentieri",
        "com certeza", "com prazer", "natuurlijk", "конечно", "当然", "好的", "もちろん", "はい", "물론",
    ]

    /// Phrases with which a model introduces an answer.
    static let presenters = [
        "here is", "here's", "here are", "here you go", "this is a sentence", "the following", "below is",
        "aquí tienes",
        "aquí está", "aquí hay", "aquí te", "voici", "hier ist", "hier sind", "hier kommt", "ecco", "aqui está",
        "aqui vai", "hier is", "hier zijn", "вот", "以下", "这是", "これは", "다음은",
    ]

    /// Remarks about a sentence that hardly ever occur in an example sentence.
    static let remarks = [
        "using the word", "uses the word", "with the word '", "containing the word", "target word", "con la palabra",
        "usando la palabra", "avec le mot", "utilisant le mot", "mit dem wort", "das wort '", "con la parola",
        "com a palavra",
    ]

    /// Remarks addressed to the user rather than the learner.
    static let chatter = [
        "as requested", "hope this helps", "hope that helps", "let me know if you", "feel free to ask", "json",
        "ignore previous instructions", "ignore all previous", "system prompt",
    ]

    // MARK: Refusals

    /// Phrases with which a model refers to itself.
    static let machines = [
        "as an ai", "as a language model", "as a large language model", "i'm an ai", "i am an ai", "ai assistant",
        "ai language model", "content policy", "content guidelines", "usage policies", "against my programming",
        "como modelo de lenguaje", "como una ia", "como inteligencia artificial", "en tant qu'ia",
        "en tant que modèle de langage", "als ki", "als sprachmodell", "als ein sprachmodell",
        "come modello linguistico",
        "come ia", "como uma ia", "como modelo de linguagem", "als taalmodel", "как языковая модель", "作为一个人工智能",
        "作为ai", "作为一个ai", "aiとして", "言語モデルとして", "ai 언어 모델",
    ]

    /// Expressions of regret or inability.
    static let regrets = [
        "i'm sorry", "i am sorry", "sorry, ", "i apologize", "i can't", "i cannot", "i'm unable", "i am unable",
        "i'm not able", "i am not able", "i won't", "lo siento", "no puedo", "je suis désolé", "désolé",
        "je ne peux pas",
        "es tut mir leid", "tut mir leid", "ich kann", "mi dispiace", "non posso", "desculpe", "sinto muito",
        "não posso", "het spijt me", "ik kan", "извините", "не могу", "抱歉", "对不起", "申し訳", "죄송",
    ]

    /// Tasks that a model performs but that hardly ever occur in an example sentence.
    static let services = [
        "assist with", "assist you with", "help with that", "help you with that", "fulfill", "fulfil", "comply with",
        "provide a sentence", "provide an example", "provide that", "generate", "create a sentence", "create content",
        "write a sentence", "write sentences", "that request", "this request", "your request", "esa solicitud",
        "tu solicitud", "esta solicitud", "ayudar con eso", "ayudarte con eso", "generar", "cette demande",
        "votre demande",
        "générer", "aider avec", "diese anfrage", "ihre anfrage", "deine anfrage", "dabei nicht helfen", "generieren",
        "questa richiesta", "tua richiesta", "generare", "essa solicitação", "esse pedido", "seu pedido", "gerar",
        "dit verzoek", "этот запрос", "这个请求", "您的请求", "リクエスト", "ご要望", "요청",
    ]
}

/// Finds text about a sentence in place of a sentence: *Sure! Here is a sentence: …*
enum Preamble {
    static func fault(of text: String) -> SentenceFault? {
        let low = AssistantPhrases.plain(text)
        if isLabelled(low) || isAnnounced(low) || AssistantPhrases.remarks.contains(where: low.contains) || chats(low) {
            return SentenceFault(.preamble, "is a remark about a sentence rather than a sentence")
        }
        if low.hasSuffix(":") || low.hasSuffix("：") { return SentenceFault(.preamble, "only introduces what follows") }
        return nil
    }

    /// Finds remarks in an explanation. Unlike a sentence, an explanation may be about words and sentences.
    static func fault(ofProse text: String) -> SentenceFault? {
        let low = AssistantPhrases.plain(text)
        guard isLabelled(low) || isAnnounced(low) || chats(low) else { return nil }
        return SentenceFault(.preamble, "addresses the user instead of the learner")
    }

    /// *Sentence: …*, *Example 2: …*
    private static func isLabelled(_ text: String) -> Bool {
        guard let colon = text.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return false }
        let label = text[..<colon].filter { !$0.isNumber && !$0.isWhitespace && $0 != "." }
        return AssistantPhrases.names.contains(label) || AssistantPhrases.labels.contains(label)
    }

    /// *Sure! …*, *Of course, here is…*, *Here is an example: …*
    private static func isAnnounced(_ text: String) -> Bool {
        for word in AssistantPhrases.agreements where text.hasPrefix(word) {
            let rest = text.dropFirst(word.count)
            guard let mark = rest.first, "!,.:;".contains(mark) || mark == "—" || mark == "–" else { continue }
            if mark == "!" || mark == ":" || AssistantPhrases.presenters.contains(where: { rest.contains($0) }) {
                return true
            }
        }
        guard text.contains(":") || text.contains("：") else { return false }
        return AssistantPhrases.presenters.contains { text.hasPrefix($0) } && holdsName(text)
    }

    private static func holdsName(_ text: String) -> Bool {
        text.split { !$0.isLetter }.contains { AssistantPhrases.names.contains(String($0)) } || text.contains("例文")
    }

    private static func chats(_ text: String) -> Bool { AssistantPhrases.chatter.contains { text.contains($0) } }
}

/// Finds copies of the instructions or of the word itself.
struct Echo: Sendable {
    private let told: [String]
    private let word: String

    /// The minimum number of letters in a line that can be recognised as a copy anywhere in a text; shorter lines match
    /// by chance.
    private static let shortest = 20

    init(of texts: [String], word: String) {
        told = texts.map(SentenceKey.of).filter { !$0.isEmpty }
        self.word = SentenceKey.of(word)
    }

    func fault(of text: String) -> SentenceFault? {
        let key = SentenceKey.of(text)
        // Every good sentence contains the word, even a long one, so merely containing it is not copying.
        let isCopy =
            key == word
            || told.contains { told in
                told == key || key.utf8.count >= Self.shortest && told.contains(key)
                    || told.utf8.count >= Self.shortest && key.contains(told)
            }
        return isCopy ? SentenceFault(.echo, "copies the prompt") : nil
    }
}

/// Detects a model's refusal.
enum Refusal {
    static func fault(of text: String) -> SentenceFault? {
        let low = AssistantPhrases.plain(text)
        let isRefusal =
            AssistantPhrases.machines.contains { AssistantPhrases.stands($0, in: low) }
            // *I'm sorry, but I can't come* is a sentence; *I'm sorry, but I can't help with that* is a refusal.
            || AssistantPhrases.regrets.contains { low.contains($0) }
                && AssistantPhrases.services.contains { low.contains($0) }
        return isRefusal ? SentenceFault(.refusal, "is a refusal") : nil
    }
}
