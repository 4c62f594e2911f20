import Decks
import Testing

@Suite struct NoteTypeTests {
    @Test func fieldsAreFoundByNameAndNumber() {
        let type = NoteType(name: "Basic", fields: ["Front", "Back", "back", "7"])
        #expect(type.place(ofField: "Back") == 1)
        #expect(type.place(ofField: "back") == 2)
        #expect(type.place(ofField: "FRONT") == 0)
        #expect(type.place(ofField: "2") == 1)
        #expect(type.place(ofField: "7") == 3)
        #expect(type.place(ofField: "0") == nil)
        #expect(type.place(ofField: "9") == nil)
        #expect(type.place(ofField: "") == nil)
    }
}
