import LanguageServices
import Testing

@testable import ApertiumTranslation

@Suite struct ModeFileTests {
    @Test func stagesAreParsedWithoutAShell() throws {
        let text =
            "lt-proc '/a b/x.bin' | apertium-tagger -g $2 \"/a/y.prob\" | lt-proc -b /a/z.bin | lt-proc $1 /a/w.bin\n"
        let stages = try #require(ModeFile.stages(text))
        #expect(
            stages.map { [$0.program] + $0.arguments } == [
                ["lt-proc", "-z", "/a b/x.bin"], ["apertium-tagger", "-z", "-g", "/a/y.prob"],
                ["lt-proc", "-z", "-b", "/a/z.bin"], ["lt-proc", "-z", "-g", "/a/w.bin"],
            ]
        )
        let pair = try #require(ModeFolder.pair("eng-spa"))
        let mode = ApertiumMode(name: "eng-spa", pair: pair, stages: stages)
        #expect(mode.lexicalStages?.count == 3 && mode.lexicalStages?.first?.arguments.first == "-w")
        #expect(mode.dictionaryStage == stages[2])
    }

    @Test(
        "commands that need a shell or cannot flush are rejected",
        arguments: [
            "", "|", "lt-proc x |", "lt-proc x; rm -rf y", "lt-proc $(id)", "lt-proc \"`id`\"", "lt-proc x > y",
            "lt-proc 'x",
            "lt-proc x\\", "sed s/a/b/", "lt-proc $HOME", "lt-proc \"$HOME\"", "lt-proc *.bin", "python3 x",
            "lt-proc x & y",
            "lt-proc 'a\u{0}b'", String(repeating: "lt-proc x | ", count: 20_000),
        ]
    )
    func refused(_ text: String) {
        #expect(ModeFile.stages(text) == nil)
    }

    @Test(
        "mode names are parsed as languages",
        arguments: [
            ("eng-spa", "en", "es"), ("spa-eng_US", "es", "en-US"), ("nob-nno", "nb", "nn"), ("hbs-slv", "sh", "sl"),
            ("zlm-ind", "ms", "id"), ("en-es", "en", "es"), ("fra-frp", "fr", "frp"),
        ]
    )
    func names(_ name: String, _ source: String, _ target: String) {
        #expect(ModeFolder.pair(name)?.source.text == source)
        #expect(ModeFolder.pair(name)?.target.text == target)
    }

    @Test("other names are not pairs", arguments: ["eng", "eng-spa-tagger", "", "-", "eng-", "1-2", "en-en", "eng-en"])
    func noNames(_ name: String) {
        #expect(ModeFolder.pair(name) == nil)
    }

    @Test func theBestModeIsChosen() throws {
        let modes = try ["spa-eng", "spa-eng_US", "hbs-slv", "nob-nno"].map {
            ApertiumMode(name: $0, pair: try #require(ModeFolder.pair($0)))
        }
        func best(_ source: String, _ target: String) throws -> String? {
            let pair = LanguagePair(
                source: try #require(LanguageTag(source)),
                target: try #require(LanguageTag(target))
            )
            return ModeFolder.best(modes, for: pair)?.name
        }
        #expect(try best("es", "en") == "spa-eng")
        #expect(try best("es-MX", "en-US") == "spa-eng_US")
        #expect(try best("es", "en-GB") == "spa-eng")
        #expect(try best("hr", "sl") == "hbs-slv")
        #expect(try best("no", "nn") == "nob-nno")
        #expect(try best("en", "es") == nil)
    }

    @Test func debianHasPackages() throws {
        func package(_ source: String, _ target: String) throws -> String? {
            DebianPackages.package(
                for: LanguagePair(
                    source: try #require(LanguageTag(source)),
                    target: try #require(LanguageTag(target))
                )
            )
        }
        #expect(try package("en", "es") == "apertium-eng-spa")
        #expect(try package("ca", "en-GB") == "apertium-eng-cat")
        #expect(try package("hr", "en") == "apertium-hbs-eng")
        #expect(try package("en", "ja") == nil)
    }
}

@Suite struct ApertiumModeTests {
    @Test func aModeHasANameAndAPair() throws {
        let pair = LanguagePair(source: try #require(LanguageTag("en")), target: try #require(LanguageTag("es")))
        #expect(ApertiumMode(name: "eng-spa", pair: pair).pair.target.language == "es")
    }
}
