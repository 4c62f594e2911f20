import Decks
import Testing

@Suite struct NoteTypeTests {
    @Test func fieldsAreFoundByNameAndNumber() {
        let type = NoteType(name: "Basic", fields: ["Front", "Back", "back", "7"])
        #expect(type.index(ofField: "Back") == 1)
        #expect(type.index(ofField: "back") == 2)
        #expect(type.index(ofField: "FRONT") == 0)
        #expect(type.index(ofField: "2") == 1)
        #expect(type.index(ofField: "7") == 3)
        #expect(type.index(ofField: "0") == nil)
        #expect(type.index(ofField: "9") == nil)
        #expect(type.index(ofField: "") == nil)
    }
}
