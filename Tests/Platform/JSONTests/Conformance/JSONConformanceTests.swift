import Foundation
import JSON
import Testing

@Suite("Classic corner cases of JSON")
struct JSONConformanceTests {
    @Test(arguments: JSONConformanceCase.accepted)
    func isAccepted(example: JSONConformanceCase) throws {
        let node = try JSONDocument.parse(example.bytes, source: "y.json")
        let value = JSONValue(node)
        for form in [JSONWriter.Form.compact, .pretty] {
            let written = JSONWriter.bytes(value, form: form)
            let again = JSONValue(try JSONDocument.parse(written, source: "again.json"))
            #expect(again == value)
            #expect(JSONWriter.bytes(again, form: form) == written)
        }
        if let accepts = foundationAccepts(example.bytes) {
            #expect(accepts == (example.difference == nil), "\(example.difference ?? "no reason")")
        }
    }

    @Test(arguments: JSONConformanceCase.refused)
    func isRefused(example: JSONConformanceCase) throws {
        #expect(throws: JSONSyntaxError.self) { try JSONDocument.parse(example.bytes, source: "n.json") }
        if let accepts = foundationAccepts(example.bytes) {
            #expect(accepts == (example.difference != nil), "\(example.difference ?? "no reason")")
        }
    }

    @Test func namesAreUnique() {
        let names = (JSONConformanceCase.accepted + JSONConformanceCase.refused).map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count >= 200)
    }
}

/// Whether this toolchain's Foundation reads the bytes as JSON.
///
/// `nil` on Apple platforms, whose Foundation is another implementation with its own differences.
func foundationAccepts(_ bytes: [UInt8]) -> Bool? {
    #if canImport(Darwin)
    nil
    #else
    (try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])) != nil
    #endif
}
