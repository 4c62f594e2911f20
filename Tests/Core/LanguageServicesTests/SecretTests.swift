import LanguageServices
import ServiceRegistry
import Synchronization
import Testing

struct SecretTests {
    private static let key = "sk-live-0123456789"
    private let secret = Secret(key, source: "environment variable KEY")

    private func dumped<Value>(_ value: Value) -> String {
        var text = ""
        dump(value, to: &text)
        print(value, to: &text)
        debugPrint(value, to: &text)
        text += "\(value)" + String(describing: value) + String(reflecting: value)
        return text + children(of: value)
    }

    private func children(of value: Any) -> String {
        Mirror(reflecting: value).children.map { "\($0.label ?? "")\($0.value)" + children(of: $0.value) }.joined()
    }

    @Test func onlyRevealGivesTheValue() {
        #expect(secret.reveal() == Self.key)
        #expect(secret.source == "environment variable KEY")
        #expect(secret.description == "•••")
        #expect(secret.debugDescription == "•••")
    }

    @Test func printingDoesNotShowTheSecret() {
        #expect(!dumped(secret).contains("live"))
        #expect(dumped(secret).contains(Secret.redacted))
        #expect(!dumped(Optional(secret)).contains("live"))
        #expect(!dumped([secret]).contains("live"))
        #expect(!dumped(["key": secret]).contains("live"))
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test func containersDoNotShowTheSecret() {
        let value = OptionValue(.secret(secret), origin: "parlance.json:1:1")
        let values = OptionValues(["key": value], owner: "provider 'a'")
        let definition = ProviderDefinition(id: "a", kind: "b", options: values)
        let context = ProviderContext(id: "a", options: values)
        let configuration = RegistryConfiguration(
            providers: [definition],
            services: [.speech: ServiceSettings(options: values, roles: ["r": RoleSettings(options: values)])]
        )
        for text in [dumped(value), dumped(values), dumped(definition), dumped(context), dumped(configuration)] {
            #expect(!text.contains("live"))
            #expect(text.contains(Secret.redacted))
        }
    }

    @Test func errorsDoNotShowTheSecret() throws {
        let values = OptionValues(["key": OptionValue(.secret(secret))])
        #expect(try #require(try values.secret("key")).reveal() == Self.key)
        for read in [
            { _ = try values.string("key") }, { _ = try values.number("key") }, { _ = try values.boolean("key") },
            { _ = try values.strings("key") }, { _ = try values.languageTag("key") },
        ] as [() throws -> Void] {
            let error = try #require(throws: ServiceError.self) { try read() }
            #expect(!dumped(error).contains("live"))
        }
    }

    @Test func aDeferredSecretIsLookedUpWhenItIsNeeded() throws {
        let count = Mutex(0)
        let secret = Secret(source: "keyring, entry a") { () throws(ServiceError) in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst { throw ServiceError(.unavailable, "it is locked", remedy: "unlock it") }
            return Self.key
        }
        let options = OptionValues(["key": OptionValue(.secret(secret), origin: "c.json:1:2")], owner: "provider 'a'")
        #expect(!dumped(options).contains("live") && options.values["key"] != nil && count.withLock { $0 } == 0)
        let error = try #require(throws: ServiceError.self) { try options.secret("key") }
        #expect(
            error == ServiceError(.unavailable, "c.json:1:2: provider 'a': 'key': it is locked", remedy: "unlock it")
        )
        for _ in 0..<2 { #expect(try options.secret("key")?.reveal() == Self.key) }
        #expect(count.withLock { $0 } == 2 && secret.reveal() == Self.key)
        #expect(!dumped(secret).contains("live") && dumped(secret).contains(Secret.redacted))
        let other = Secret(source: secret.source) { () throws(ServiceError) in throw ServiceError(.notFound, "x") }
        #expect(secret == other && secret.hashValue == other.hashValue && other.reveal() == "")
        #expect(secret != Secret(source: "keyring, entry b") { () throws(ServiceError) in "" })
    }

    @Test func aSecretWrittenAsATextIsNotRepeatedInTheError() throws {
        let values = OptionValues(["key": OptionValue(.string(Self.key))])
        let description = OptionDescription("key", .secret, "The key")
        let problem = try #require(OptionDescription.problems(with: values, against: [description]).first)
        #expect(!dumped(problem).contains("live"))
        #expect(problem.message.contains("'key' cannot be written here in plain text"))
        let error = try #require(throws: ServiceError.self) { try values.secret("key") }
        #expect(!dumped(error).contains("live"))
    }
}
