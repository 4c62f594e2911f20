import LanguageServices
import Platform

/// Writes one WAV file for each of many words: one run of `parlance speak --file`, compared with one `espeak-ng -w` per
/// word and with a plain loop that uses the library.
struct SpeakWordsBenchmark {
    let folder: String

    /// How many times each method is measured, alternately. The best time is reported, because other processes can only
    /// slow a round down. Every round writes to new folders, which are created before the clock starts because creating
    /// a folder is slow on some file systems.
    private static let rounds = 3

    func run() throws {
        let words = WordList.words(2000)
        let list = folder + "/words.txt"
        try AtomicFile.write(Array((words.joined(separator: "\n") + "\n").utf8), to: list)
        let espeak = try RunningProgram.find("espeak-ng")
        let shell = try RunningProgram.find("sh")
        let parlance = try RunningProgram.parlance()
        let own = try RunningProgram.own()
        let loop = #"while IFS= read -r word; do "$0" -v gmw/en-US -w "$1/$word.wav" "$word"; done < "$2""#

        var best = [Duration](repeating: .seconds(3600), count: 4)
        for round in 0..<Self.rounds {
            let folders = (0..<4).map { "\(folder)/\(round)-\($0)" }
            for folder in folders { try Folder.make(folder) }
            let measures: [() throws -> Void] = [
                { try RunningProgram.run(parlance, ["speak", "--file", list, "--output-dir", folders[0]]) },
                { try RunningProgram.run(own, ["--plain-loop", list, folders[1]]) },
                { try RunningProgram.run(shell, ["-c", loop, espeak, folders[2], list]) },
                {
                    for word in words {
                        try RunningProgram.run(espeak, ["-v", "gmw/en-US", "-w", "\(folders[3])/\(word).wav", word])
                    }
                },
            ]
            for (index, measure) in measures.enumerated() {
                best[index] = min(best[index], try ContinuousClock().measure(measure))
            }
        }
        Report.title("2,000 distinct words, one WAV file each, best of \(Self.rounds) rounds")
        Report.line("parlance speak --file --output-dir", best[0], count: words.count, unit: "words")
        Report.line("a plain loop on libespeak-ng, nothing synced", best[1], count: words.count, unit: "words")
        Report.line("espeak-ng -w per word, in a shell loop", best[2], count: words.count, unit: "words")
        Report.line("espeak-ng -w per word, by posix_spawn", best[3], count: words.count, unit: "words")
        Report.ratio("faster than the plain loop", best[0], best[1], goal: "at least 1.6 on two cores")
        Report.ratio("faster than the shell loop", best[0], best[2], goal: "at least 15")
        Report.ratio("faster than posix_spawn, the fastest way", best[0], best[3], goal: "none, for comparison")
    }
}

/// Writes one word to a file from a cold start, as a learner or a script would.
struct StartBenchmark {
    let folder: String

    func run() throws {
        let espeak = try RunningProgram.find("espeak-ng")
        let parlance = try RunningProgram.parlance()
        let rounds = 40
        Report.title("Start to file for one word, \(rounds) times")
        let theirs = try Report.measure("espeak-ng -w", count: rounds, unit: "runs") {
            for _ in 0..<rounds {
                try RunningProgram.run(espeak, ["-v", "gmw/en-US", "-w", folder + "/one.wav", "hi"])
            }
        }
        let ours = try Report.measure("parlance speak -o", count: rounds, unit: "runs") {
            for _ in 0..<rounds { try RunningProgram.run(parlance, ["speak", "hi", "-o", folder + "/two.wav"]) }
        }
        Report.ratio("parlance takes", theirs, ours, goal: "at most 2")
    }
}

/// Distinct words that look and sound like English, the same on every machine. They have one or two syllables and about
/// seven letters on average, as words in English texts do.
enum WordList {
    /// The first `count` words, of three to fourteen letters.
    static func words(_ count: Int) -> [String] {
        var words: [String] = []
        var seen = Set<String>()
        var random = SplitMix64(seed: 0x9E37_79B9_7F4A_7C15)
        func next(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        while words.count < count {
            var word = ""
            for _ in 0..<(1 + next(2)) { word += onsets[next(onsets.count)] + rhymes[next(rhymes.count)] }
            if word.count >= 3, seen.insert(word).inserted { words.append(word) }
        }
        return words
    }

    private static let onsets = [
        "b", "bl", "br", "c", "ch", "cl", "cr", "d", "dr", "f", "fl", "fr", "g", "gr", "h", "j", "l", "m", "n", "p",
        "pl", "pr", "r", "s", "sh", "sl", "sp", "st", "str", "t", "th", "tr", "v", "w", "wh", "y",
    ]
    private static let rhymes = [
        "a", "ack", "ade", "ain", "all", "and", "ar", "ate", "ay", "e", "eat", "ed", "een", "ell", "er", "est", "ice",
        "id", "ight", "ill", "in", "ing", "o", "oat", "old", "on", "ook", "oon", "or", "ound", "ow", "uck", "un", "ur",
    ]
}
