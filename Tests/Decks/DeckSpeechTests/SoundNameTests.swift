import Testing

@testable import DeckSpeech

@Suite("Names of sound files") struct SoundNameTests {
    private func name(_ text: String, _ settings: String = "s") -> String {
        SoundName.of(text, settings: settings, fileExtension: "mp3")
    }

    @Test("names contain the text and are recognised")
    func shape() {
        #expect(name("water").hasPrefix("water-") && name("water").hasSuffix(".mp3"))
        #expect(name("water").utf8.count == "water-".utf8.count + 16 + ".mp3".utf8.count)
        #expect(name("ice cream").hasPrefix("ice_cream-"))
        #expect(name("水").hasPrefix("水-"))
        #expect(name("🍎").utf8.count == 16 + 4)
        #expect(name("water") == name("water"))
    }

    @Test("names differ when the text, settings or format differ")
    func differ() {
        let names = [
            name("water"), name("Water"), name("water."), name("water", "t"), name("water", ""), name("wate", "sr"),
            SoundName.of("water", settings: "s", fileExtension: "ogg"),
        ]
        #expect(Set(names).count == names.count)
        // The stems differ too, not only the extensions.
        #expect(Set(names.map { $0.split(separator: ".")[0] }).count == names.count - 1)
    }

    @Test(
        "Anki keeps the name of any text unchanged",
        arguments: [
            "a/b", "../../etc/passwd", "a:b*c?d\"e<f>g|h\\i", "[sound:x]", "^a^", " a ", ".a.", "-a-", "a\nb\u{0}c",
            "con",
            "don't & won't", "a.b.c", "\u{202E}abc", "{{c1::a}}", String(repeating: "é", count: 500),
            String(repeating: "語", count: 500), "e\u{301}", "!?",
        ]
    )
    func hostile(_ text: String) {
        let name = name(text)
        #expect(name.utf8.count <= 90)
        #expect(SoundName.isGenerated(name))
        let stem = name.dropLast(4)
        #expect(
            stem.unicodeScalars.allSatisfy {
                $0 == "_" || $0 == "-" || $0.properties.isAlphabetic || $0.properties.numericType != nil
                    || $0.properties.canonicalCombiningClass != .notReordered
            },
            "\(name)"
        )
    }

    @Test(
        "names from other sources are not recognised",
        arguments: [
            "", ".mp3", "water.mp3", "water-3f2a9c1b.mp3", "water-0123456789abcdef.mp3", "0123456789abcdef.mp3",
            "recording-20240131235959000.mp3", "a/water-0123456789abcdef.mp3",
            "googletts-e6a1b1ad-5c0d2f4b-a8b2c3d4.mp3",
        ]
    )
    func others(_ name: String) {
        #expect(!SoundName.isGenerated(name))
    }

    @Test("a name with a changed character is no longer recognised")
    func changed() {
        let name = name("water")
        let bytes = Array(name.utf8)
        for index in bytes.indices.dropLast(3) {
            var other = bytes
            other[index] = other[index] == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
            #expect(!SoundName.isGenerated(String(decoding: other, as: UTF8.self)), "\(index)")
        }
        #expect(!SoundName.isGenerated("x/" + name) && !SoundName.isGenerated("." + name))
    }
}
