import CICUText

/// Romanises kana according to the revised Hepburn system: *とうきょう* becomes *tōkyō*, *しんいち* becomes *shin'ichi*.
///
/// Other characters are left unchanged.
enum Hepburn {
    /// How consecutive vowels are romanised.
    enum LongVowels {
        /// Kana as spelled: *おう* and *おお* are one long vowel.
        case spelt
        /// Kana as spelled, for a verb in its plain form. The last *う* is a separate ending: *おもう* becomes *omou*.
        case speltVerb
        /// Kana as pronounced, with long vowels marked: *トーキョー*.
        case marked
    }

    /// Romanises a text.
    static func text(_ text: String, longVowels: LongVowels) -> String {
        let kana = CodeUnits(text).normalized(ICUTEXT_NFKC).scalars.map(katakana)
        var result: [Unicode.Scalar] = []
        var isDouble = false
        var index = 0
        while index < kana.count {
            let scalar = kana[index]
            let next = index + 1 < kana.count ? kana[index + 1] : nil
            if scalar == "ッ" {
                isDouble = true
                index += 1
                continue
            }
            if scalar == "ー" {
                lengthen(&result)
                index += 1
                continue
            }
            var sound: String
            if let next, let pair = pairs[scalar]?[next] {
                sound = pair
                index += 2
            } else if let single = syllables[scalar] {
                sound = single
                index += 1
            } else if scalar == "ン" {
                let isAmbiguous = next.flatMap { syllables[$0]?.unicodeScalars.first }.map {
                    "aiueoy".unicodeScalars.contains($0)
                }
                sound = isAmbiguous == true ? "n'" : "n"
                index += 1
            } else {
                if isDouble { result += "t".unicodeScalars }
                isDouble = false
                result.append(punctuation[scalar] ?? scalar)
                index += 1
                continue
            }
            if isDouble, let first = sound.unicodeScalars.first {
                isDouble = false
                if sound.hasPrefix("ch") {
                    sound = "t" + sound
                } else if !"aiueon".unicodeScalars.contains(first) {
                    sound.unicodeScalars.insert(first, at: sound.unicodeScalars.startIndex)
                }
            }
            let isLastOfVerb = longVowels == .speltVerb && sound == "u" && index == kana.count
            if longVowels != .marked, !isLastOfVerb, joins(result.last, sound) {
                lengthen(&result)
            } else {
                result += sound.unicodeScalars
            }
        }
        if isDouble { result += "t".unicodeScalars }
        return String(scalars: result[...])
    }

    /// Whether a syllable only lengthens the preceding vowel.
    private static func joins(_ before: Unicode.Scalar?, _ sound: String) -> Bool {
        switch (before, sound) {
        case ("o", "u"), ("o", "o"), ("u", "u"), ("a", "a"), ("e", "e"): true
        default: false
        }
    }

    private static func lengthen(_ result: inout [Unicode.Scalar]) {
        guard let last = result.last, let long = macrons[last] else { return }
        result[result.count - 1] = long
    }

    private static func katakana(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0x3041...0x3096).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(scalar.value + 0x60) ?? scalar
    }

    private static let macrons: [Unicode.Scalar: Unicode.Scalar] = ["a": "ā", "i": "ī", "u": "ū", "e": "ē", "o": "ō"]

    private static let punctuation: [Unicode.Scalar: Unicode.Scalar] = [
        "。": ".", "、": ",", "・": " ", "「": "“", "」": "”", "　": " ", "〜": "~",
    ]

    private static let syllables: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = [
            "シ": "shi", "チ": "chi", "ツ": "tsu", "フ": "fu", "ジ": "ji", "ヂ": "ji", "ヅ": "zu", "ヤ": "ya", "ユ": "yu",
            "ヨ": "yo", "ワ": "wa", "ヰ": "i", "ヱ": "e", "ヲ": "o", "ヴ": "vu", "ァ": "a", "ィ": "i", "ゥ": "u", "ェ": "e",
            "ォ": "o", "ャ": "ya", "ュ": "yu", "ョ": "yo", "ヮ": "wa", "ヵ": "ka", "ヶ": "ke", "ヷ": "va", "ヸ": "vi",
            "ヹ": "ve", "ヺ": "vo",
        ]
        let rows: [(String, String)] = [
            ("", "アイウエオ"), ("k", "カキクケコ"), ("g", "ガギグゲゴ"), ("s", "サ-スセソ"), ("z", "ザ-ズゼゾ"), ("t", "タ--テト"),
            ("d", "ダ--デド"), ("n", "ナニヌネノ"), ("h", "ハヒ-ヘホ"), ("b", "バビブベボ"), ("p", "パピプペポ"), ("m", "マミムメモ"),
            ("r", "ラリルレロ"),
        ]
        for (consonant, kana) in rows {
            for (scalar, vowel) in zip(kana.unicodeScalars, "aiueo") where scalar != "-" {
                table[scalar] = consonant + String(vowel)
            }
        }
        return table
    }()

    /// Kana that form one syllable with a following small kana.
    private static let pairs: [Unicode.Scalar: [Unicode.Scalar: String]] = {
        var table: [Unicode.Scalar: [Unicode.Scalar: String]] = [
            "シ": ["ャ": "sha", "ュ": "shu", "ョ": "sho", "ェ": "she"],
            "チ": ["ャ": "cha", "ュ": "chu", "ョ": "cho", "ェ": "che"],
            "ジ": ["ャ": "ja", "ュ": "ju", "ョ": "jo", "ェ": "je"],
            "ヂ": ["ャ": "ja", "ュ": "ju", "ョ": "jo"],
            "ツ": ["ァ": "tsa", "ィ": "tsi", "ェ": "tse", "ォ": "tso"],
            "テ": ["ィ": "ti", "ュ": "tyu"], "デ": ["ィ": "di", "ュ": "dyu"], "ト": ["ゥ": "tu"], "ド": ["ゥ": "du"],
            "フ": ["ァ": "fa", "ィ": "fi", "ェ": "fe", "ォ": "fo", "ュ": "fyu"],
            "ヴ": ["ァ": "va", "ィ": "vi", "ェ": "ve", "ォ": "vo", "ュ": "vyu"],
            "ウ": ["ィ": "wi", "ェ": "we", "ォ": "wo"], "イ": ["ェ": "ye"],
            "ク": ["ァ": "kwa", "ィ": "kwi", "ェ": "kwe", "ォ": "kwo", "ヮ": "kwa"], "グ": ["ァ": "gwa", "ヮ": "gwa"],
        ]
        for (kana, sound) in zip("キギニヒビピミリ".unicodeScalars, ["ky", "gy", "ny", "hy", "by", "py", "my", "ry"]) {
            table[kana] = ["ャ": sound + "a", "ュ": sound + "u", "ョ": sound + "o", "ェ": sound + "e"]
        }
        return table
    }()
}
