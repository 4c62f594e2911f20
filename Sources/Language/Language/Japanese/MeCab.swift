package import LanguageServices
import Platform

/// The program `mecab`, which finds the words of Japanese texts and their readings.
///
/// It runs as a process for each text, which takes some ten milliseconds; a text never reaches a shell.
package struct MeCab: Sendable {
    private let program: String

    /// Looks the program up.
    ///
    /// - Parameter path: A search path of the form of `PATH`; the one of this process when it is not given.
    package init?(path: String? = nil) {
        guard let path = path ?? getenv("PATH").map({ String(cString: $0) }),
            let program = ProgramSearch.find("mecab", in: path)
        else { return nil }
        self.program = program
    }

    /// The words of a text.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when the program fails, most often for want of a dictionary;
    ///   `ServiceError.Code.cancelled`.
    package func words(of scalars: [Unicode.Scalar]) async throws(ServiceError) -> [JapaneseWord] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.map { $0.value < 0x20 ? " " : $0 })
        // Files without a name: nothing can block, and nothing stays behind.
        guard let input = Scratch(Array((String(text) + "\n").utf8)), let output = Scratch([]) else {
            throw ServiceError(.io, "no temporary file could be made for mecab")
        }
        let child = try ChildProcess.start(
            ChildRequest(
                program: program,
                // The form of the output whatever the user has set, and room for long lines.
                arguments: [
                    "-F", #"%m\t%H\n"#, "-U", #"%m\t%H\n"#, "-B", "", "-E", #"EOS\n"#, "-b", "\(text.count * 4 + 8192)",
                ],
                environment: ProgramEnvironment.current,
                standardInput: .descriptor(input.descriptor),
                standardOutput: .descriptor(output.descriptor)
            )
        )
        let report = await withTaskCancellationHandler {
            await child.wait()
        } onCancel: {
            child.terminate()
        }
        if Task.isCancelled { throw ServiceError(.cancelled, "the request was cancelled") }
        guard report.isSuccess else {
            let said =
                String(decoding: report.standardError.prefix(200), as: UTF8.self)
                .split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
            throw ServiceError(
                .unavailable,
                "mecab failed\(said)",
                remedy: "install the package mecab-ipadic-utf8"
            )
        }
        return JapaneseWord.words(inMeCab: String(decoding: output.contents(), as: UTF8.self), of: scalars)
    }

    /// A file that has no name and goes with its last descriptor.
    private final class Scratch {
        private let file: UnsafeMutablePointer<FILE>

        var descriptor: Int32 { fileno(file) }

        init?(_ bytes: [UInt8]) {
            guard let file = tmpfile() else { return nil }
            self.file = file
            _ = fcntl(fileno(file), F_SETFD, FD_CLOEXEC)
            let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0
            guard isWritten, lseek(fileno(file), 0, SEEK_SET) == 0 else {
                fclose(file)
                return nil
            }
        }

        deinit { fclose(file) }

        /// All that was written.
        func contents() -> [UInt8] {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = pread(descriptor, &buffer, buffer.count, off_t(bytes.count))
                guard count > 0 else { return bytes }
                bytes += buffer[..<count]
            }
        }
    }
}
