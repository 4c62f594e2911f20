import Decks
import LanguageServices

/// A line that a filter has read.
struct FilterItem {
    /// What is to be done with it.
    enum Content {
        /// Nothing: it goes on as it is. There is no text in it.
        case passing
        /// Its text is answered.
        case text(AskedText, JSONLine)
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
    ///   - members: The members that hold the text and what belongs to it.
    init(_ line: LineReader.Line, of name: String, _ members: FilterMembers) {
        self.line = line
        content = Self.content(line, name, members)
    }

    private static func content(_ line: LineReader.Line, _ name: String, _ members: FilterMembers) -> Content {
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
            switch try object.content(of: members.text) {
            case .text(let text):
                guard !BlankText.isBlank(text) else { return .passing }
                let asked = AskedText(
                    text: text,
                    context: try FilterContext.read(object, members),
                    partOfSpeech: try FilterContext.text(object, members.partOfSpeech).flatMap(
                        PartOfSpeech.init(label:)
                    ),
                    sense: try FilterContext.text(object, members.sense)
                )
                return .text(asked, object)
            case .null: return .passing
            case .other(let json):
                throw ServiceError(
                    .invalidRequest,
                    "the member '\(members.text)' is no string but \(FilterContext.shown(json))",
                    remedy: "write it in quotation marks"
                )
            case nil:
                throw ServiceError(
                    .invalidRequest,
                    "the object has no member '\(members.text)'",
                    remedy: "name the member that holds the text with --text-member"
                )
            }
        } catch {
            return .refused(object, error)
        }
    }
}
