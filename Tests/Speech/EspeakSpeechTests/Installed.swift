import LanguageServices
import Platform
import TestSupport
import Testing

@testable import EspeakSpeech

/// The locations of the files that the package ships.
enum Bundled {
    /// The folder `Voices/` in the source tree.
    static let voices = Repository.path("Voices")
}

/// The folder in which the bundled accents are linked into the installed data.
enum OwnVoicePath {
    static func path() async throws -> String {
        try #require(try await EspeakSpeech(voices: Bundled.voices).overlay().overlay?.path)
    }
}

/// A fixture table with tab-separated columns.
enum Fixture {
    static func rows(_ name: String) throws -> [[String]] {
        let folder = Repository.path("Tests/Speech/EspeakSpeechTests/Fixtures/")
        let bytes = try #require(contents(folder + name))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    static let accents = ["en-US", "en-GB", "en-AU", "en-IE"]
}

/// The program espeak-ng, which transcribes speech in a given voice.
enum EspeakProgram {
    /// Whether the program is installed.
    static var isInstalled: Bool { !ipa(of: ["a"], voice: "gmw/en-US").isEmpty }

    /// The IPA of each text as spoken by a voice, in order; empty if the program cannot be run or does not have the
    /// voice.
    ///
    /// - Parameters:
    ///   - texts: Words or sentences without line breaks.
    ///   - voice: The voice's identifier.
    ///   - path: The folder that contains the data, or `nil` for the installed one.
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

/// The child processes of this process that run workers.
enum WorkerProcesses {
    /// Whether the system can list the processes.
    static var canBeFound: Bool { access("/proc/self/stat", R_OK) == 0 }

    /// Kills every child process that has the workers' name.
    static func killAll() {
        guard let folder = opendir("/proc") else { return }
        defer { closedir(folder) }
        let own = getpid()
        while let entry = readdir(folder) {
            let text = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let process = pid_t(text) else { continue }
            let child = status(process)
            if child.parent == own, child.name == "(parlance-espeak" { kill(process, SIGKILL) }
        }
    }

    /// The name of a process and the ID of its parent, from `/proc/PID/stat`: `12 (name) S 1 ...`.
    private static func status(_ process: pid_t) -> (name: String, parent: pid_t) {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return ("", 0) }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 1024)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return ("", 0) }
        let line = buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        guard let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")") else { return ("", 0) }
        let fields = line[close...].split(separator: " ")
        return (String(line[open...close]), fields.count > 2 ? pid_t(fields[2]) ?? 0 : 0)
    }
}
