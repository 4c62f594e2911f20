import LanguageServices
import Synchronization
import Testing

@testable import HTTPTransport

/// A body that arrives in chunks of a given size.
private func body(_ text: String, pieces size: Int) -> HTTPBody {
    let bytes = Array(text.utf8)
    return HTTPBody(
        Pieces(stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) })
    )
}

private final class Pieces: HTTPBodySource {
    private let rest: Mutex<ArraySlice<[UInt8]>>
    init(_ pieces: [[UInt8]]) { rest = Mutex(pieces[...]) }
    func next() async throws -> [UInt8]? { rest.withLock { $0.popFirst() } }
}

struct BodyFormatTests {
    private static let sizes = [1, 2, 3, 7, 1000]

    @Test(arguments: sizes) func linesAreCut(_ size: Int) async throws {
        var lines: [String] = []
        for try await line in HTTPBodyLines(body("one\r\n\n{\"ü\":2}\nlast", pieces: size)) {
            lines.append(String(decoding: line, as: UTF8.self))
        }
        #expect(lines == ["one", "{\"ü\":2}", "last"])
    }

    @Test func lineLengthIsLimited() async throws {
        await #expect(throws: ServiceError.self) {
            for try await _ in HTTPBodyLines(body(String(repeating: "x", count: 5000), pieces: 100), longest: 1000) {}
        }
    }

    @Test(arguments: sizes) func eventsAreReadAsTheStandardSays(_ size: Int) async throws {
        let text =
            "\u{FEFF}: a comment\n\ndata: one\n\nevent: add\r\ndata:two\r\ndata:  three\r\nid: 7\r\n\r\n"
            + "data\rdata\r\rretry: 10\nunknown: x\ndata: [DONE]\n\ndata: cut off"
        var events: [ServerSentEvent] = []
        for try await event in ServerSentEvents(body(text, pieces: size)) { events.append(event) }
        #expect(
            events == [
                ServerSentEvent(data: "one"),
                ServerSentEvent(event: "add", data: "two\n three", id: "7"),
                ServerSentEvent(data: "\n", id: "7"),
                ServerSentEvent(data: "[DONE]", id: "7"),
            ]
        )
    }
}

struct RetryAfterTests {
    private static let cases: [([String: String], Double)] = [
        (["Retry-After": "7"], 7), (["retry-after": "0.25"], 0.25),
        (["Retry-After-Ms": "1500", "Retry-After": "9"], 1.5), (["Retry-After": "-3"], 0),
        (["Retry-After": "1e300"], 30 * 86_400),
        (["Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT", "Date": "Fri, 31 Dec 1999 23:59:49 GMT"], 10),
        (["Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"], 0),
    ]

    @Test(arguments: cases) func isUnderstood(_ fields: [String: String], _ seconds: Double) {
        var headers = HTTPHeaders()
        for (name, value) in fields { headers.add(name, value) }
        #expect(RetryAfter.wait(headers) == .seconds(seconds))
    }

    @Test(arguments: ["", "soon", "nan", "inf", "12 bananas and more"])
    func invalidTimesAreIgnored(_ text: String) {
        var headers = HTTPHeaders()
        headers.add("Retry-After", text)
        #expect(RetryAfter.wait(headers) == nil)
    }
}

struct FormEncodingTests {
    @Test func unusualCharactersArePercentEncoded() {
        #expect(FormEncoding.encoded([("a b", "ü&=+"), ("", "-._~")]) == "a%20b=%C3%BC%26%3D%2B&=-._~")
    }
}
