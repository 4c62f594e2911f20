import HapticCodecs
import HapticPatterns
import LanguageServices
import Testing

@Suite("XML that is malformed or exceeds a limit")
struct XMLTests {
    private static let effect = "<vibration-effect><waveform-effect><waveform-entry durationMs='9' amplitude='9'/>"
    private static let end = "</waveform-effect></vibration-effect>"

    private static func refusal(of text: String) -> ServiceError? {
        #expect(throws: ServiceError.self, "\(text.prefix(80))") { try Fixture.read(text, as: .androidVibration) }
    }

    @Test("the document that the others are derived from is accepted")
    func good() throws {
        let texts = [
            Self.effect + Self.end, "\u{FEFF}<?xml version='1.0' encoding='UTF-8'?>\r\n" + Self.effect + Self.end,
            "<!-- a --><?pi x?>" + Self.effect + "<!-- b - b --> \n\t" + Self.end + "\n<!-- c -->",
            Self.effect + "<waveform-entry durationMs=\"&#x31;&#50;\" amplitude='9' />" + Self.end,
            "<?xml version='1.0' encoding='ISO-8859-1'?>" + Self.effect + Self.end,
        ]
        for text in texts {
            let imported = try Fixture.read(text, as: .androidVibration)
            #expect(imported.pattern.events.first?.duration ?? 0 >= 0.009, "\(text)")
            #expect(imported.codes.isEmpty, "\(text)")
        }
    }

    @Test(
        "malformed documents are rejected",
        arguments: [
            // Attributes.
            "<vibration-effect a='1' b='2' a='1'>\(effect)\(end)</vibration-effect>",
            effect + "<waveform-entry durationMs='1' amplitude='2' durationMs='1'/>" + end,
            effect + "<waveform-entry durationMs='1'amplitude='2'/>" + end,
            effect + "<waveform-entry durationMs=1 amplitude='2'/>" + end,
            effect + "<waveform-entry durationMs amplitude='2'/>" + end,
            effect + "<waveform-entry 1durationMs='1' amplitude='2'/>" + end,
            effect + "<waveform-entry durationMs='<' amplitude='2'/>" + end,
            // Entities.
            effect + "<waveform-entry durationMs='&one;' amplitude='2'/>" + end,
            effect + "<waveform-entry durationMs='1' amplitude='&lt'/>" + end,
            effect + "<waveform-entry durationMs='1' amplitude='&#1;'/>" + end,
            effect + "<waveform-entry durationMs='1' amplitude='&#xFFFE;'/>" + end,
            effect + "<waveform-entry durationMs='1' amplitude='&#x110000;'/>" + end, effect + "&one;" + end,
            // Nesting.
            effect + "</vibration-effect></waveform-effect>", effect + "</Waveform-effect></vibration-effect>",
            effect + "</waveform-effect>", effect + end + end, effect + end + "<a/>", effect + end + "a",
            effect + "<a / >" + end, effect + "<-a/>" + end, effect + "< a/>" + end, effect + "<a></a b='1'>" + end,
            // Comments, instructions, characters.
            effect + "<!-- a -- b -->" + end, effect + "<!-- a --->" + end, effect + "<?xml version='1.0'?>" + end,
            " <?xml version='1.0'?>" + effect + end, "<?xml something?>" + effect + end, effect + "<??>" + end,
            effect + "<!ELEMENT a ANY>" + end, effect + "\u{1}" + end,
            effect + "<waveform-entry durationMs='1' amplitude='\u{8}'/>" + end,
            effect + "\u{FFFF}" + end,
        ]
    )
    func notWellFormed(_ text: String) throws {
        let error = try #require(Self.refusal(of: text))
        #expect(error.code == .invalidRequest && error.message.hasPrefix("text:1:"), "\(error.message)")
    }

    @Test(
        "an error reports line and column, in Unicode scalars",
        arguments: [
            ("<a>\n  <b/>\n  </c>\n</a>", "3:5"), ("<a>\r\n\r\n<b x='1' x='2'/></a>", "3:10"),
            ("\u{FEFF}<a>\n\u{E9}\u{1F600} </a>", "2:1"), ("<a>\n<b n='\u{E9}\u{1F600}' n='&x;'/></a>", "2:11"),
            ("<a>\n<b/>\n   text</a>", "3:4"), ("<?xml version='1.0'?>\n<!DOCTYPE a>\n<a/>", "2:1"),
            ("<a>\n <![CDATA[x]]></a>", "2:2"), ("<a>\r<b/>\r<c></a>", "3:6"),
        ]
    )
    func positions(_ text: String, _ position: String) throws {
        let error = try #require(Self.refusal(of: text))
        #expect(error.message.hasPrefix("text:\(position): "), "\(error.message)")
    }

    @Test("entities declared in a document are not defined, expanded or fetched")
    func entities() throws {
        var bomb = "<!DOCTYPE vibration-effect [<!ENTITY e0 'boom'>"
        for level in 1...20 {
            bomb += "<!ENTITY e\(level) '\(String(repeating: "&e\(level - 1);", count: 10))'>"
        }
        let prologs = [
            bomb + "]>", "<!DOCTYPE a [<!ENTITY e20 SYSTEM 'file:///etc/passwd'>]>",
            "<!DOCTYPE a SYSTEM 'file:///dev/zero'>", "<!DOCTYPE a [<!ENTITY % p SYSTEM 'file:///dev/zero'> %p;]>",
            "<!DOCTYPE a [<!ATTLIST waveform-entry durationMs CDATA '7'>]>",
        ]
        for prolog in prologs {
            for body in ["&e20;", "<waveform-entry durationMs='&e20;' amplitude='9'/>"] {
                let error = try #require(Self.refusal(of: prolog + Self.effect + body + Self.end))
                #expect(error.code == .invalidRequest && error.message.hasPrefix("text:1:1: "), "\(error.message)")
            }
        }
    }

    @Test("documents have limits")
    func limits() throws {
        func document(_ attributes: String) -> String { "<vibration-effect \(attributes)>" + Self.end }
        let many = (0...32).map { "a\($0)='1'" }.joined(separator: " ")
        let long = String(repeating: "x", count: 1025)
        for (text, code) in [
            (document(many), ServiceError.Code.limitExceeded), (document("a='\(long)'"), .invalidRequest),
            (document("\(long)='a'"), .invalidRequest), ("<\(long)/>", .invalidRequest),
            (String(repeating: "<a>", count: 17), .limitExceeded),
            ("<a>" + String(repeating: "<x/>", count: 100_000) + "</a>", .limitExceeded),
            ("<a>" + String(repeating: " ", count: 4 << 20) + "</a>", .limitExceeded),
        ] {
            #expect(Self.refusal(of: text)?.code == code, "\(text.prefix(40))")
        }
        // At the limits.
        let wide = (0..<32).map { "a\($0)='\(String(repeating: "x", count: 1024))'" }.joined(separator: " ")
        #expect(
            try Fixture.read("<vibration-effect \(wide)>" + Self.effect.dropFirst(18) + Self.end, as: .androidVibration)
                .pattern.events.count == 1
        )
    }
}
