import Platform
import TestSupport

/// The espeak-ng program, which says in IPA what a voice speaks.
enum EspeakProgram {
    /// Whether there is one.
    static var isInstalled: Bool { !ipa(of: ["a"], voice: "gmw/en-US").isEmpty }

    /// The IPA of each text in a voice, in order; empty when the program cannot be run or knows no such voice.
    ///
    /// - Parameters:
    ///   - texts: Words or sentences, none with a line end.
    ///   - voice: The voice's identifier.
    ///   - path: The folder that holds the data, or `nil` for the installed one.
    static func ipa(of texts: [String], voice: String, path: String? = nil) -> [String] {
        guard let folder = try? TemporaryFolder(), let file = fopen(folder.file("texts"), "w") else { return [] }
        for text in texts { fputs("\(text)\n", file) }
        fclose(file)
        let data = path.map { "--path='\($0)'" } ?? ""
        let command = "espeak-ng \(data) -v '\(voice)' -q --ipa < '\(folder.file("texts"))' 2>/dev/null"
        guard let output = popen(command, "r") else { return [] }
        defer { pclose(output) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, output)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropLast().map { $0.drop { $0 == " " }.description }
    }
}
