import Glibc

/// The espeak-ng program, which says in IPA what a voice speaks.
enum EspeakProgram {
    /// Whether there is one.
    static var isInstalled: Bool { !phonemes(of: "a", voice: "gmw/en-US").isEmpty }

    /// The IPA of a word in a voice; empty when the program cannot be run.
    static func phonemes(of word: String, voice: String) -> String {
        guard let output = popen("espeak-ng -q --ipa -v '\(voice)' '\(word)' 2>/dev/null", "r") else { return "" }
        defer { pclose(output) }
        var buffer = [CChar](repeating: 0, count: 1024)
        guard fgets(&buffer, Int32(buffer.count), output) != nil else { return "" }
        return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }
}
