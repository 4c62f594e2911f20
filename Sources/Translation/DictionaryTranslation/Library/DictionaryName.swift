package import LanguageServices
import Platform

/// The names under which dictionaries are installed.
package enum DictionaryName {
    static let longest = 100

    /// Checks a name: it becomes the name of a file.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` that says what a name is made of.
    package static func check(_ name: String) throws(ServiceError) {
        let isSound =
            !name.isEmpty && name.utf8.count <= longest && name.utf8.first != UInt8(ascii: ".")
            && name.utf8.first != UInt8(ascii: "-") && name.utf8.allSatisfy(isAllowed)
        guard isSound else {
            throw ServiceError(
                .invalidRequest,
                "\(SystemFailure.quoted(String(name.prefix(longest)))) cannot be the name of a dictionary",
                remedy: "use letters a-z, digits, '.', '_' and '-', with a letter or digit in front; at most \(longest)"
            )
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
