import JSON
import Testing

@Suite("JSON numbers")
struct JSONNumberTests {
    @Test(arguments: [
        ("0", 0), ("-0", 0), ("0.0", 0), ("0e99999999999999999999", 0), ("-0.000e-5", 0), ("1", 1), ("1.0", 1),
        ("1e3", 1000), ("1E+3", 1000), ("1000e-3", 1), ("1.50e1", 15), ("-12.5e1", -125), ("100e-2", 1),
        ("1e18", 1_000_000_000_000_000_000),
        ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("9223372036854775807.000", Int.max),
        ("92233720368547758070e-1", Int.max), ("-9.223372036854775808e18", Int.min),
        ("9007199254740993", 9_007_199_254_740_993),
        ("0.000000000000000000000000000001e30", 1), ("1000000000000000000000000000000e-30", 1),
    ])
    func exactIntegers(text: String, expected: Int) throws {
        let number = try #require(try parsed(text).number)
        #expect(number.text == text)
        #expect(number.description == text)
        #expect(number.int == expected)
        #expect(JSONNumber(text) == number)
    }

    @Test(arguments: [
        "0.5", "1e-1", "1.5", "9223372036854775808", "-9223372036854775809", "1e19", "1e300", "9223372036854775807.5",
        "0.99999999999999999999", "1e-999", "1e-99999999999999999999", "12345678901234567890", "10000000000000000000",
        "1.0000000000000000000000000001", "99999999999999999999999999999999999999999",
    ])
    func nothingIsRoundedToAnInteger(text: String) throws {
        #expect(try #require(try parsed(text).number).int == nil)
    }

    @Test(arguments: [
        ("0.1", 0.1), ("-0.0", -0.0), ("1e3", 1000), ("1.7976931348623157e308", .greatestFiniteMagnitude),
        ("5e-324", .leastNonzeroMagnitude), ("1e-999", 0), ("9007199254740993", 9_007_199_254_740_992),
        ("123456789.123456789e-5", 1234.56789123456789),
    ])
    func doublesAreTheNearest(text: String, expected: Double) throws {
        let double = try #require(try parsed(text).number?.double)
        #expect(double == expected)
        #expect(double.sign == expected.sign)
    }

    @Test(arguments: [
        "1e309", "-1e309", "1e999", "1.8e308", "1e99999999999999999999", String(repeating: "9", count: 309),
    ])
    func infinityIsRejected(text: String) throws {
        let error = try refusal(Array("[ \(text)]".utf8))
        #expect(error.message.hasSuffix("is too large: the limit is about 1.8e308"))
        #expect(error.position.column == 3)
        #expect(JSONNumber(text) == nil)
    }

    @Test(arguments: ["", " 1", "1 ", "+1", "01", "1.", ".5", "0x1", "nan", "inf", "1e", "--1", "１", "1_0", "1\n"])
    func onlyTheGrammarMakesANumber(text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test func millionsOfDigitsAreRead() throws {
        let digits = String(repeating: "7", count: 4_000_000)
        let fraction = try #require(try parsed("0.\(digits)").number)
        #expect(fraction.double == 0.7777777777777777 || fraction.double == 0.7777777777777778)
        #expect(fraction.int == nil)
        #expect(try refusal(Array(digits.utf8)).message.utf8.count < 150)
        let zeros = String(repeating: "0", count: 2_000_000)
        #expect(try parsed("1.\(zeros)").number?.int == 1)
    }
}
