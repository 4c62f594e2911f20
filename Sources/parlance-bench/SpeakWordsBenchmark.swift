#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Many words to one WAV file each: one `parlance speak --file` against one `espeak-ng -w` a word.
struct SpeakWordsBenchmark {
    let folder: String

    func run() throws {
        let words = WordList.words(2000)
        let list = folder + "/words.txt"
        guard let file = fopen(list, "w") else { throw BenchmarkFailure(description: "cannot write \(list)") }
        for word in words { fputs(word + "\n", file) }
        fclose(file)
        let espeak = try RunningProgram.find("espeak-ng")
        let parlance = try RunningProgram.parlance()
        try RunningProgram.run(try RunningProgram.find("mkdir"), ["-p", folder + "/espeak"])

        Report.title("2,000 distinct words, one WAV file each")
        let clock = ContinuousClock()
        let ours = try clock.measure {
            try RunningProgram.run(parlance, ["speak", "--file", list, "--output-dir", folder + "/parlance"])
        }
        Report.line("parlance speak --file --output-dir", ours, count: words.count, unit: "words")
        let loop = #"while IFS= read -r word; do "$0" -v gmw/en-US -w "$1/$word.wav" "$word"; done < "$2""#
        let shell = try RunningProgram.find("sh")
        let theirs = try clock.measure {
            try RunningProgram.run(shell, ["-c", loop, espeak, folder + "/espeak", list])
        }
        Report.line("espeak-ng -w a word, in a shell loop", theirs, count: words.count, unit: "words")
        let started = try clock.measure {
            for word in words {
                try RunningProgram.run(espeak, ["-v", "gmw/en-US", "-w", "\(folder)/espeak/\(word).wav", word])
            }
        }
        Report.line("espeak-ng -w a word, by posix_spawn", started, count: words.count, unit: "words")
        Report.ratio("faster than the shell loop", ours, theirs, goal: "at least 15")
        Report.ratio("faster than posix_spawn, the fastest way", ours, started, goal: "none, for comparison")
    }
}
