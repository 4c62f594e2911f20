import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import Testing

/// The price of a provider.
struct ConfigurationPriceTests {
    private func reading(_ price: String) -> FileReading {
        FileReading(
            "{ \"version\": 1, \"providers\": { \"a\": { \"kind\": \"speaker\",\n\"price\": \(price) } } }"
        )
    }

    @Test func aPriceIsReadAndShown() throws {
        let reading = reading("{ \"perMillionCharacters\": 12.5, \"currency\": \"EUR\" }")
        #expect(reading.complaints == [])
        let price = try #require(try reading.provider("a")?.options.price("price"))
        #expect(price == ServicePrice(perMillionCharacters: 12.5, currency: "EUR"))
        #expect(price.cost(ofCharacters: 400_000) == 5)
        let shown = ConfigurationListing.settings(reading.contents, kinds: SampleKinds.registry().kinds)
        #expect(shown.first { $0.name == "providers.a.price" }?.value == "12.5 EUR per million characters")
    }

    @Test(arguments: [
        ("{ \"currency\": \"EUR\" }", ["2:10: provider 'a': the price per million characters is missing"]),
        (
            "{ \"perMillionCharacters\": -1, \"currency\": \"Euro\" }",
            ["2:36: provider 'a': the price per million", "2:52: provider 'a': the currency of the price"]
        ),
        (
            "{ \"perMillionCharacters\": 1, \"currency\": \"EUR\", \"curency\": \"USD\" }",
            ["2:58: provider 'a': the price has no key 'curency'; did you mean 'currency'?"]
        ),
        ("{ \"perMillionCharacters\": \"1\", \"currency\": 7 }", ["2:36: provider 'a'", "2:53: provider 'a'"]),
        ("{ \"env\": \"KEY\" }", ["2:12: provider 'a': the price has no key 'env'", "2:10:", "2:10:"]),
    ])
    func whatIsNoPriceIsToldWithItsPlace(_ price: String, _ expected: [String]) {
        let messages = reading(price).messages
        #expect(messages.count == expected.count, "\(messages)")
        for (message, part) in zip(messages, expected) { #expect(message.contains("p.json:\(part)"), "\(message)") }
    }

    @Test(arguments: ["20", "\"20 EUR\"", "true", "[\"20\"]"])
    func aPriceIsAnObject(_ value: String) {
        let complaints = reading(value).complaints
        #expect(complaints.count == 1)
        #expect(complaints.first?.contains("'price' cannot be") == true, "\(complaints)")
        #expect(complaints.first?.contains("perMillionCharacters") == true)
    }
}
