import Platform

/// Generates a sound for each note of a deck with `parlance deck speak`, compared with `parlance speak --file` with the
/// same texts.
struct SpeakDeckBenchmark {
    let folder: String

    private static let rounds = 3

    func run() throws {
        let parlance = try RunningProgram.parlance()
        guard (try? RunningProgram.run(parlance, ["help", "deck", "speak"], isQuiet: true)) != nil else {
            return Report.skipped("parlance deck speak", "the program has no such command")
        }
        let words = WordList.words(2000)
        let list = folder + "/words.txt"
        let deck = folder + "/spoken.tsv"
        try AtomicFile.write(Array((words.joined(separator: "\n") + "\n").utf8), to: list)
        try AtomicFile.write(Array(("front\tback\n" + words.map { "\($0)\t\n" }.joined()).utf8), to: deck)
        var best = [Duration](repeating: .seconds(3600), count: 2)
        for round in 0..<Self.rounds {
            let sounds = try newFolder("sounds-\(round)")
            let files = try newFolder("files-\(round)")
            let output = "\(folder)/spoken-\(round).tsv"
            let speaking = ["deck", "speak", deck, "--field", "front=en-US", "--into", "back", "--format", "wav"]
            best[0] = min(
                best[0],
                try RunningProgram.run(
                    parlance,
                    speaking + ["--media-dir", sounds, "--output", output],
                    isQuiet: true
                )
            )
            best[1] = min(
                best[1],
                try RunningProgram.run(
                    parlance,
                    ["speak", "--accent", "en-US", "--file", list, "--output-dir", files, "--format", "wav"],
                    isQuiet: true
                )
            )
        }
        Report.title("2,000 notes, one WAV file each, best of \(Self.rounds) rounds")
        Report.line("parlance deck speak", best[0], count: words.count, unit: "notes")
        Report.line("parlance speak --file --output-dir", best[1], count: words.count, unit: "words")
        Report.ratio("a deck takes", best[1], best[0], goal: "at most 1.2")
    }

    private func newFolder(_ name: String) throws -> String {
        try Folder.make("\(folder)/\(name)")
        return "\(folder)/\(name)"
    }
}
