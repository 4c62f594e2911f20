import JSON
import LanguageServices
import RemoteTranslation
import TestSupport
import Testing

/// The exact bytes that are sent, and the interpretation of the answer.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct GoldenRequestTests {
    private let server: ServiceServer

    init() throws { server = try ServiceServer() }

    private func onlyRequest(_ dialect: RemoteTranslationDialect, _ how: String = "") async throws
        -> ServiceServer.Asked
    {
        let asked = try await server.log(dialect, how)
        #expect(asked.count == 1)
        return try #require(asked.first)
    }

    @Test func libreTranslate() async throws {
        let provider = try server.provider(.libretranslate)
        #expect(
            try await provider.words(["One.", " \"two\"\n", "", " \t", "One."]) == [
                "[es] One.", " [es] \"two\"\n", "", " \t", "[es] One.",
            ]
        )
        let asked = try await onlyRequest(.libretranslate)
        #expect(asked.method == "POST")
        #expect(asked.target == "/translate")
        #expect(asked.header("content-type") == "application/json")
        #expect(
            asked.body
                == #"{"q":["One.","\"two\""],"source":"en","target":"es","format":"text","api_key":"k-S3cret/1+x"}"#
        )
        #expect(asked.header("authorization") == nil)
    }

    @Test func libreTranslateWithoutALanguageOrWithEntries() async throws {
        let provider = try server.provider(.libretranslate) { $0.key = nil }
        let results = try await provider.results(["One", "Two"], from: nil, entries: true)
        let first = try #require(results.first).get()
        #expect(first.source == LanguageTag("en"))
        #expect(first.alternatives == ["[es] One 0", "[es] One 1", "[es] One 2"])
        // For a batch, the server would detect only one language.
        #expect(
            Set(try await server.log(.libretranslate).map(\.body)) == [
                #"{"q":["One"],"source":"auto","target":"es","format":"text","alternatives":3}"#,
                #"{"q":["Two"],"source":"auto","target":"es","format":"text","alternatives":3}"#,
            ]
        )
    }

    @Test func literalEntitiesSurviveLibreTranslate() async throws {
        let provider = try server.provider(.libretranslate)
        #expect(try await provider.words(["A &lt;b&gt; c", "R&D"]) == ["[es] A &lt;b&gt; c", "[es] R&D"])
    }

    @Test func deepL() async throws {
        let provider = try server.provider(.deepl)
        let results = try await provider.results(
            ["One", "Two"],
            from: nil,
            to: "zh-TW",
            context: TranslationContext(previousMessages: ["before", "\u{0}"])
        )
        #expect(try results.map { try $0.get().text } == ["[ZH-HANT] One", "[ZH-HANT] Two"])
        #expect(try results.map { try $0.get().source } == [LanguageTag("en"), LanguageTag("en")])
        let asked = try await onlyRequest(.deepl)
        #expect(asked.target == "/v2/translate")
        #expect(asked.header("authorization") == "DeepL-Auth-Key k-S3cret/1+x")
        #expect(asked.body == #"{"text":["One","Two"],"target_lang":"ZH-HANT","context":"before"}"#)
    }

    @Test(arguments: [
        ("en", "en-GB", "EN", "EN-GB"), ("en-US", "en-AU", "EN", "EN-GB"), ("pt-BR", "en", "PT", "EN-US"),
        ("de", "pt", "DE", "PT-BR"), ("de", "pt-AO", "DE", "PT-PT"), ("zh", "no", "ZH", "NB"),
        ("deu", "es-MX", "DE", "ES-419"), ("en", "es", "EN", "ES"), ("en", "zh", "EN", "ZH-HANS"),
    ])
    func codesOfDeepL(_ source: String, _ target: String, _ sourceCode: String, _ targetCode: String) async throws {
        let provider = try server.provider(.deepl)
        _ = try? await provider.results(["One"], from: source, to: target)
        let json = try await onlyRequest(.deepl).json
        #expect(json["source_lang"]?.string == sourceCode)
        #expect(json["target_lang"]?.string == targetCode)
    }

    @Test func google() async throws {
        let provider = try server.provider(.google, "escape")
        #expect(
            try await provider.words(["Don't", "R&D", "&amp;"], to: "zh-Hant") == [
                "[zh-TW] Don't", "[zh-TW] R&D", "[zh-TW] &amp;amp;",
            ]
        )
        let asked = try await onlyRequest(.google, "escape")
        #expect(asked.target == "/language/translate/v2?key=k-S3cret%2F1%2Bx")
        #expect(
            asked.body == #"{"q":["Don't","R&D","&amp;"],"source":"en","target":"zh-TW","format":"text"}"#
        )
    }

    @Test func microsoft() async throws {
        let provider = try server.provider(.microsoft) { $0.region = "westeurope" }
        #expect(try await provider.words(["One", "Two"], to: "pt-BR") == ["[pt] One", "[pt] Two"])
        let asked = try await onlyRequest(.microsoft)
        #expect(asked.target == "/translate?api-version=3.0&from=en&to=pt&textType=plain")
        #expect(asked.header("ocp-apim-subscription-key") == "k-S3cret/1+x")
        #expect(asked.header("ocp-apim-subscription-region") == "westeurope")
        #expect(asked.body == #"[{"Text":"One"},{"Text":"Two"}]"#)
    }

    @Test func apertium() async throws {
        let provider = try server.provider(.apertium)
        #expect(
            try await provider.words(["the <house>\nis \"big\"", "Bottle"]) == [
                "the <house> (es)\nis \"big\" (es)", "Bottle (es)",
            ]
        )
        let asked = try await onlyRequest(.apertium)
        #expect(asked.target == "/translate")
        #expect(asked.header("content-type") == "application/x-www-form-urlencoded")
        #expect(
            asked.body == "langpair=en%7Ces&format=html&markUnknown=yes&q="
                + "%3Cp%3Ethe%20%26lt%3Bhouse%26gt%3B%3C%2Fp%3E%3Cp%3Eis%20%22big%22%3C%2Fp%3E%3Cp%3EBottle%3C%2Fp%3E"
        )
    }

    @Test func chat() async throws {
        let provider = try server.provider(.openai)
        #expect(try await provider.words(["One", "Two"]) == ["[B] One", "[B] Two"])
        let asked = try await onlyRequest(.openai)
        #expect(asked.target == "/v1/chat/completions")
        #expect(asked.header("authorization") == "Bearer k-S3cret/1+x")
        let json = try asked.json
        #expect(json["model"]?.string == "tiny")
        #expect(json["temperature"]?.number?.int == 0)
        #expect(json["stream"]?.bool == true)
        let messages = try #require(json["messages"]?.elements)
        #expect(messages.map { $0["role"]?.string } == ["system", "user"])
        #expect(messages.last?["content"]?.string == #"{"texts":{"t1":"One","t2":"Two"}}"#)
        let prompt = try #require(messages.first?["content"]?.string)
        #expect(prompt.contains("from English (en) to Spanish (es)"))
        #expect(!prompt.contains("{"))
        let format = try #require(
            asked.body.firstRange(of: #""response_format":"#).map { asked.body[$0.upperBound...] }
        )
        let item =
            #"{"type":"object","properties":{"text":{"type":"string"},"translation":{"type":"string"}},"#
            + #""required":["text","translation"],"additionalProperties":false}"#
        #expect(
            format == #"{"type":"json_schema","json_schema":{"name":"translations","strict":true,"schema":"#
                + #"{"type":"object","properties":{"t1":\#(item),"t2":\#(item)},"required":["t1","t2"],"#
                + #""additionalProperties":false}}}}"#
        )
    }

    @Test func descriptionsContainNoKey() throws {
        for dialect in RemoteTranslationDialect.allCases {
            let provider = try server.provider(dialect)
            var dumped = String(reflecting: provider) + String(describing: provider.descriptor)
            dump(provider, to: &dumped)
            #expect(!dumped.contains("cret/1"))
        }
    }
}
