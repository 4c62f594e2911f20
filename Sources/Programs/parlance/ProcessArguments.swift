import LanguageServices
import Platform

/// The words of the command line of this process.
enum ProcessArguments {
    /// The words behind the program's name.
    ///
    /// The standard library would put replacement characters where a word is not UTF-8: another text would be spoken,
    /// and another file written, than the one that was named.
    ///
    /// - Throws: ``ServiceError/Code/invalidRequest`` for a word that is not UTF-8.
    static func words() throws(ServiceError) -> [String] {
        var words: [String] = []
        var index = 1
        while index < Int(CommandLine.argc), let argument = CommandLine.unsafeArgv[index] {
            let bytes = UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) }
            guard let word = String(validating: bytes, as: UTF8.self) else {
                let invalid = InvalidByte(in: bytes)
                throw ServiceError(
                    .invalidRequest,
                    "argument \(index), byte \(invalid.offset + 1): \(invalid.complaint)",
                    remedy: "write it as UTF-8"
                )
            }
            words.append(word)
            index += 1
        }
        return words
    }
}
