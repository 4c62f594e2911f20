import Decks
import LanguageServices

/// A line that a filter has read.
struct FilterItem {
    /// What is to be done with it.
    enum Content {
        /// Nothing: it goes on as it is. There is no text in it.
        case passing
        /// Its text is translated.
        case text(String, JSONLine)
        /// It is an object, but its text cannot be had.
        case refused(JSONLine, ServiceError)
        /// It is no object.
        case unreadable(ServiceError)
    }

    /// The line as it was read.
    let line: LineReader.Line

    /// What is to be done with it.
    let content: Content

    /// - Parameters:
    ///   - name: What the text is called that the line is from.
    ///   - member: The member that holds the text.
    init(_ line: LineReader.Line, of name: String, member: String) {
        self.line = line
        content = Self.content(line, name, member)
    }

    private static func content(_ line: LineReader.Line, _ name: String, _ member: String) -> Content {
        if line.isTooLong {
            let most = LineReader.longestLine >> 20
            return .unreadable(
                ServiceError(.limitExceeded, "\(name):\(line.number): the line is longer than \(most) MiB")
            )
        }
        // An empty line is no item, but the lines behind it must keep their numbers.
        if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return .passing }
        let object: JSONLine
        do throws(ServiceError) {
            object = try JSONLine(line.bytes, name: name, number: line.number)
        } catch {
            return .unreadable(error)
        }
        do throws(ServiceError) {
            switch try object.content(of: member) {
            case .text(let text): return BlankText.isBlank(text) ? .passing : .text(text, object)
            case .null: return .passing
            case .other(let json):
                let shown = json.count > 40 ? json.prefix(40) + "…" : json[...]
                throw ServiceError(
                    .invalidRequest,
                    "the member '\(member)' is no string but \(shown)",
                    remedy: "write it in quotation marks"
                )
            case nil:
                throw ServiceError(
                    .invalidRequest,
                    "the object has no member '\(member)'",
                    remedy: "name the member that holds the text with --text-member"
                )
            }
        } catch {
            return .refused(object, error)
        }
    }
}
