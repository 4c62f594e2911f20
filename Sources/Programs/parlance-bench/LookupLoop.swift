import DictionaryTranslation
import Language
import Platform

/// Looks words up in a process of its own, as `--look-up`: so that two at once can be compared with two threads.
enum LookupLoop {
    /// How often all words are looked up; the best time counts.
    static let rounds = 10

    /// Looks the lines of `words` up in an index, and writes the seconds of the fastest round to `result`.
    static func run(index: String, words: String, result: String) -> Int32 {
        do {
            let index = try DictionaryIndex(path: index)
            let bytes = try WholeFile.read(words, limit: 1 << 28)
            let words = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
            let folding = HeadwordFolding(language: "de")
            var best = Duration.seconds(3600)
            for _ in 0..<rounds {
                best = min(best, try ContinuousClock().measure { try look(index, words, folding) })
            }
            try AtomicFile.write(Array("\(best / .seconds(1))\n".utf8), to: result)
            return 0
        } catch {
            Report.fail("\(error)")
            return 69
        }
    }

    /// Looks words up, of which at least 94 % must be there.
    static func look(_ index: DictionaryIndex, _ words: [String], _ folding: HeadwordFolding) throws {
        var found = 0
        for word in words where try index.bestTranslation(key: folding.key(word)) != nil { found += 1 }
        guard found * 100 >= words.count * 94 else {
            throw BenchmarkFailure(description: "only \(found) of \(words.count) words were found")
        }
    }

    /// The time of the slower of some processes that do this at once.
    static func processes(_ count: Int, index: String, words: String, folder: String) throws -> Duration {
        let script = "for number in $(seq \(count)); do \"$0\" --look-up \"$1\" \"$2\" \"$3/look-$number\" & done; wait"
        try RunningProgram.run("/bin/sh", ["-c", script, try RunningProgram.own(), index, words, folder])
        var slowest = Duration.zero
        for number in 1...count {
            let text = String(decoding: try WholeFile.read("\(folder)/look-\(number)", limit: 100), as: UTF8.self)
            guard let seconds = Double(text.filter { !$0.isWhitespace }) else {
                throw BenchmarkFailure(description: "a process of words gave '\(text)'")
            }
            slowest = max(slowest, .seconds(seconds))
        }
        return slowest
    }
}
