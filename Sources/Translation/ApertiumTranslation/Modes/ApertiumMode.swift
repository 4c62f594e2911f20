package import LanguageServices

/// A direction of translation that is installed with Apertium.
package struct ApertiumMode: Sendable, Hashable {
    /// Its name: `eng-spa`.
    package var name: String

    /// The languages.
    package var pair: LanguagePair

    /// The programs that translate, the first one first; each reads what the one before it writes.
    package var stages: [ApertiumStage]

    /// Creates a mode.
    package init(name: String, pair: LanguagePair, stages: [ApertiumStage] = []) {
        self.name = name
        self.pair = pair
        self.stages = stages
    }

    /// The programs that find the words and their kinds, and look them up in the dictionary of the pair, without those that
    /// make a sentence of them; `nil` when the mode has none.
    ///
    /// The words come out with the case of the dictionary.
    var lexicalStages: [ApertiumStage]? {
        guard let last = stages.firstIndex(where: \.isBilingualDictionary), stages.first?.isAnalyser == true else {
            return nil
        }
        return stages[...last].filter { !$0.isTransfer }.map { $0.isAnalyser ? $0.adding("-w") : $0 }
    }

    /// The program that looks words up in the dictionary of the pair.
    var dictionaryStage: ApertiumStage? { stages.first(where: \.isBilingualDictionary) }

    /// The program that finds the base forms of words of the source language, with the case of its dictionary.
    var analyserStage: ApertiumStage? {
        guard let first = stages.first, first.isAnalyser else { return nil }
        return first.adding("-w")
    }
}

/// One program of a mode.
package struct ApertiumStage: Sendable, Hashable {
    /// Its name, or its path.
    package var program: String

    /// What it is started with; `-z`, which makes it answer at each NUL, is among them.
    package var arguments: [String]

    /// Creates a stage.
    package init(program: String, arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }

    var name: Substring { program.split(separator: "/").last ?? "" }

    var isAnalyser: Bool {
        name == "lt-proc" && arguments.count(where: { !$0.hasPrefix("-") }) == 1
            && arguments.allSatisfy { !$0.hasPrefix("-") || $0 == "-z" || $0 == "-w" || $0 == "-e" || $0 == "-a" }
    }

    var isBilingualDictionary: Bool { name == "lt-proc" && arguments.contains("-b") }

    var isTransfer: Bool {
        ["apertium-transfer", "apertium-interchunk", "apertium-postchunk", "rtx-proc"].contains(name)
    }

    /// With another option in front.
    func adding(_ option: String) -> ApertiumStage {
        guard !arguments.contains(option) else { return self }
        return ApertiumStage(program: program, arguments: [option] + arguments)
    }
}
