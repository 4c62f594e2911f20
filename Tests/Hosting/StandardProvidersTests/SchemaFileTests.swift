import Foundation
import JSON
import LanguageServices
import ServiceConfiguration
import StandardProviders
import Testing

struct SchemaFileTests {
    /// With `PARLANCE_RECORD_SNAPSHOTS=1` the file is written and the test fails, so that a recording run is never
    /// reported as successful.
    @Test func theFileIsTheSchemaOfTheStandardKinds() throws {
        let kinds = StandardProviders.kinds(data: DataLocator(environment: [:], executable: nil))
            .sorted { $0.name < $1.name }
        let schema = JSONWriter.bytes(ConfigurationSchema.schema(for: kinds), form: .pretty) + [0x0A]
        if ProcessInfo.processInfo.environment["PARLANCE_RECORD_SNAPSHOTS"] == "1" {
            try Data(schema).write(to: PackageFiles.schema)
            Issue.record("recorded; run again without PARLANCE_RECORD_SNAPSHOTS")
            return
        }
        #expect(
            try PackageFiles.bytes(PackageFiles.schema) == schema,
            "the schema has changed; run the tests with PARLANCE_RECORD_SNAPSHOTS=1, review the result and commit it"
        )
    }
}
