import LanguageServices
import Platform
import TestSupport
import Testing

@testable import EspeakSpeech
@testable import Language

/// Random texts, and events that no library would report. Marks must satisfy their rules, and nothing may crash.
///
/// `PARLANCE_FUZZ_SECONDS` sets the duration (a moment by default), and `PARLANCE_FUZZ_SEED` the first seed.
@Suite("Fuzzing the token map")
struct TokenMapFuzz {
    private static let bits = [
        "in", "the", "of", " ", " ", " ", "-", "'", "’", ".", "25", "1,234.50", "$", "\n", "\u{0}", "\u{200B}",
        "\u{301}",
        "😀", "👩‍👩‍👧", "学习", "きょう", "ไทย", "🇩🇪", "\u{FE0F}", "[[", "]]", "Dr.", "?", "…", "\u{202E}", "x", "\u{10FFFF}", "﷽",
        "’s",
    ]
    private static let names = ["", "ə", "ˈaʊ", "t", "(en)", "ðə", "_", "\u{301}", "kʲ", "ː", "ˈ", "n̩"]

    private static func text(_ random: inout SplitMix64) -> String {
        (0..<random.below(60)).map { _ in
            let bit = random.pick(bits)
            return random.below(20) == 0 ? String(repeating: bit, count: random.below(200)) : bit
        }.joined()
    }

    private static func utterance(_ random: inout SplitMix64, _ count: Int) -> EspeakUtterance {
        let events = (0..<random.below(80)).map { _ in
            EspeakEvent(
                kind: random.below(3) == 0 ? .word : .phoneme(random.pick(names)),
                sample: random.below(1_000_000),
                position: random.below(4) == 0 ? random.below(1 << 24) : random.below(count + 3)
            )
        }
        let ipa = (0..<random.below(40)).map { _ in random.pick(names + [" ", "\n", "_"]) }.joined()
        return EspeakUtterance(
            events: random.below(2) == 0 ? events : events.sorted { $0.sample < $1.sample },
            ipa: ipa
        )
    }

    @Test("for any text and any events, the words are in the text and in order")
    func words() async throws {
        func setting(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }
        let limit = Duration.seconds(Int64((setting("PARLANCE_FUZZ_SECONDS") ?? 0) % 86_400))
        let start = ContinuousClock.now
        var seed = setting("PARLANCE_FUZZ_SEED") ?? 1
        var rounds = 0
        while rounds < 200 || ContinuousClock.now - start < limit {
            var random = SplitMix64(seed: seed)
            let text = Self.text(&random)
            let count = text.unicodeScalars.count
            let language = random.pick(["en", "zh", "ja", "th", nil])
            var map = WordMap(text, language: language)
            var end = 0
            for piece in SpeakableText(text).pieces {
                #expect(piece.offsets.count == piece.text.unicodeScalars.count)
                let transcript = Transcript(Self.utterance(&random, piece.offsets.count))
                var alone = random
                let words = try await map.words(transcript.groups, offsets: piece.offsets) { _ throws(ServiceError) in
                    (0..<alone.below(5)).map { _ in alone.pick(Self.names) }
                }
                for word in words {
                    #expect(word.range.lowerBound >= end && word.range.upperBound <= count, "seed \(seed)")
                    end = word.range.upperBound
                    for part in word.parts { _ = StressPlacement.moved(part.map(\.ipa)) }
                }
                for (range, _) in map.sentences(beginningWith: words) {
                    #expect(range.lowerBound >= 0 && range.upperBound <= count, "seed \(seed)")
                }
            }
            let list = [Pronunciation(word: random.pick(Self.bits), sound: .respelling(Self.text(&random)))]
            let lexicon = try LexiconText(PositionedScalar.all(of: text), list, language: nil, accent: nil)
            #expect(lexicon.scalars.allSatisfy { $0.offset >= 0 && $0.offset < max(1, count) })
            _ = SpeakableText(lexicon.scalars)
            let output = Self.text(&random).split(separator: " ").joined(separator: "\t")
            for word in JapaneseWord.words(inMeCab: output, of: Array(text.unicodeScalars)) {
                #expect(word.range.upperBound <= count)
            }
            seed &+= 1
            rounds += 1
        }
        print("token map: \(rounds) rounds")
    }
}
