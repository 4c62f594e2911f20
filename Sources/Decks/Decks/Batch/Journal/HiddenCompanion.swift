import LanguageServices
import Platform

/// Hidden files and folders that a batch keeps beside its output as long as there is work left.
package enum HiddenCompanion {
    /// `.NAME.parlance-SUFFIX` in the folder of an output called NAME.
    package static func path(for output: String, suffix: String) -> String {
        let slash = output.lastIndex(of: "/")
        let folder = slash.map { output[...$0] } ?? ""
        let name = slash.map { output[output.index(after: $0)...] } ?? output[...]
        // A name may have 255 bytes; two long ones that begin alike are still two.
        let short = String(name).utf8Prefix(180)
        let rest = short.utf8.count < name.utf8.count ? "-\(String(StableHash.of(String(name)), radix: 36))" : ""
        return "\(folder).\(short)\(rest).parlance-\(suffix)"
    }
}
