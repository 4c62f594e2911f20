import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import StandardProviders
import Testing

struct StandardKindsTests {
    private let kinds = StandardProviders.kinds(data: DataLocator(environment: [:], executable: nil))

    @Test func thereAreKindsAndTheirNamesAreUnique() {
        #expect(!kinds.isEmpty)
        #expect(Set(kinds.map(\.name)).count == kinds.count)
        #expect(kinds.contains { $0.name == "espeak" })
    }

    @Test func everyKindHasANameThatCanBeTypedAndASummary() {
        for kind in kinds {
            #expect(kind.name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil, "\(kind.name)")
            expectSummary(kind.summary, of: kind.name)
        }
    }

    @Test func everyOptionIsDocumentedAndItsNameIsItsOwn() {
        for kind in kinds {
            for option in kind.options { expectSummary(option.summary, of: "\(kind.name).\(option.name)") }
            // The key "kind" and all options of a provider share one object.
            let names = ["kind"] + ServiceOptions.ofEveryProvider.map(\.name) + kind.options.map(\.name)
            #expect(Set(names).count == names.count, "\(kind.name): \(names)")
            #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z][A-Za-z0-9]*/) != nil }, "\(kind.name): \(names)")
        }
    }

    @Test func theOptionsOfServicesAreDocumentedAndTheirNamesAreTheirOwn() {
        for option in ServiceOptions.ofEveryProvider { expectSummary(option.summary, of: option.name) }
        for service in Service.allCases {
            let options = ServiceOptions.descriptions(of: service)
            for option in options { expectSummary(option.summary, of: "\(service).\(option.name)") }
            let names = ["use", "roles"] + options.map(\.name)
            // Environment variables contain the names in capitals, so two names must differ by more than case.
            #expect(Set(names.map { $0.uppercased() }).count == names.count)
        }
    }

    @Test func aRegistryLearnsEveryKind() {
        let registry = ServiceRegistry()
        registry.registerStandardProviders(data: DataLocator(environment: [:], executable: nil))
        #expect(registry.kinds.map(\.name) == kinds.map(\.name).sorted())
        #expect(registry.problems(in: ConfigurationLayer.builtIn.contents) == [])
    }

    private func expectSummary(_ text: String, of owner: String) {
        #expect(text.count > 5 && text.count <= 100 && !text.contains("\n") && text.last != ".", "\(owner): \(text)")
    }
}
