/// One word to a file from a cold start, as a learner or a script does it.
struct StartBenchmark {
    let folder: String

    func run() throws {
        let espeak = try RunningProgram.find("espeak-ng")
        let parlance = try RunningProgram.parlance()
        let rounds = 40
        Report.title("Start to file for one word, \(rounds) times")
        let clock = ContinuousClock()
        let theirs = try clock.measure {
            for _ in 0..<rounds {
                try RunningProgram.run(espeak, ["-v", "gmw/en-US", "-w", folder + "/one.wav", "hi"])
            }
        }
        let ours = try clock.measure {
            for _ in 0..<rounds { try RunningProgram.run(parlance, ["speak", "hi", "-o", folder + "/two.wav"]) }
        }
        Report.line("espeak-ng -w", theirs, count: rounds, unit: "runs")
        Report.line("parlance speak -o", ours, count: rounds, unit: "runs")
        Report.ratio("parlance takes", theirs, ours, goal: "at most 2")
    }
}
