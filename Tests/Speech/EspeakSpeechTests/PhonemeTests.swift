import Testing

@testable import EspeakSpeech

@Suite("Phonemes")
struct PhonemeTests {
    @Test(
        "stress marks precede the syllable",
        arguments: [
            ("h_ˈaʊ_s", "ˈhaʊs"), ("b_ɐ_n_ˈɑː_n_ə", "bɐˈnɑːnə"), ("m_ɪ_s_t_ˈeɪ_k", "mɪˈsteɪk"),
            ("ɛ_k_s_p_ɹ_ˈɛ_s", "ɛkˈspɹɛs"), ("ɐ_t_l_ˈæ_n_t_ɪ_k", "ɐtˈlæntɪk"), ("ˌʌ_n_d_ɚ_s_t_ˈæ_n_d", "ˌʌndɚˈstænd"),
            ("s_ɪ_ŋ_ˈɪ_ŋ", "sɪŋˈɪŋ"), ("b_ɑː_ɾ_ˈəl", "bɑːɾˈəl"), ("ˈæ_t", "ˈæt"), ("s_t_ɹ_ˈɛ_ŋ_θ", "ˈstɹɛŋθ"),
            ("ə", "ə"),
            ("b_ˈʌ_t_n̩_ˈəʊ", "ˈbʌtn̩ˈəʊ"), ("", ""), ("ˈ", "ˈ"), ("p_s_t_ˈ", "ˈpst"),
        ]
    )
    func stress(_ phonemes: String, _ expected: String) {
        #expect(StressPlacement.moved(phonemes.split(separator: "_").map(String.init)).joined() == expected)
    }

    @Test(
        "words are found in connected phonemes",
        arguments: [
            (["ə", "v", "ə"], [["ʌ", "v"], ["ˈeɪ"]], [0, 2]),
            (["ɪ", "n", "ð", "ə"], [["ˈɪ", "n"], ["ð", "ə"]], [0, 2]),
            (["k", "ʲ", "o", "ɯ", "h", "a"], [["kʲ", "ˈo", "ɯ"], ["h", "a"]], [0, 4]),
            (["a", "b"], [["a"], [], ["b"]], [0, 1, 1]),
            (["a"], [["a"], ["b", "c", "d"]], [0, 1]),
            ([], [["a"], ["b"]], [0, 0]),
            (["a", "b", "c", "d"], [[], []], [0, 0]),
        ]
    )
    func alignment(_ spoken: [String], _ words: [[String]], _ expected: [Int]) {
        #expect(PhonemeAlignment.starts(of: words, in: spoken) == expected)
    }

    @Test("phonemes are divided proportionally if an alignment would be too expensive")
    func hugeAlignment() {
        let many = Array(repeating: "a", count: 3000)
        #expect(PhonemeAlignment.starts(of: [many, many], in: many) == [0, 1500])
    }

    @Test("names from the trace replace those from the events; pauses and language changes are omitted")
    func transcript() {
        let events: [EspeakEvent] = [
            EspeakEvent(kind: .phoneme(""), sample: 0, position: 0),
            EspeakEvent(kind: .word, sample: 10, position: 0),
            EspeakEvent(kind: .phoneme("(en)"), sample: 10, position: 0),
            EspeakEvent(kind: .phoneme("a"), sample: 10, position: 0),
            EspeakEvent(kind: .phoneme(""), sample: 15, position: 0),
            EspeakEvent(kind: .word, sample: 18, position: 1),
            EspeakEvent(kind: .word, sample: 20, position: 2),
            EspeakEvent(kind: .phoneme("b"), sample: 20, position: 2),
        ]
        let matching = Transcript(EspeakUtterance(events: events, ipa: "_(en)_ˈa__ \n ˌb\n"))
        #expect(matching.groups.map { $0.phonemes.map(\.ipa) } == [["ˈa"], ["ˌb"]])
        #expect(matching.groups.map(\.sample) == [10, 20])
        let other = Transcript(EspeakUtterance(events: events, ipa: "x y z"))
        #expect(other.groups.map { $0.phonemes.map(\.ipa) } == [["a"], ["b"]])
    }
}
