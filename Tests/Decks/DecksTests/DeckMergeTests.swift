import LanguageServices
import TestSupport
import Testing

@testable import Decks

@Suite struct DeckMergeTests {
    private let decks: TextDecks

    init() throws { decks = try TextDecks() }

    private func open(_ name: String, _ text: String) throws -> (any Deck, String) {
        let path = try decks.file(name, text)
        return (try DeckOpening.open(path: path, options: .init(header: .absent)), path)
    }

    private func merged(_ base: String, _ parts: [String]) throws -> String {
        let (deck, path) = try open("base.csv", base)
        var merge = try DeckMerge(deck, path: path)
        for (number, part) in parts.enumerated() {
            let (copy, name) = try open("part\(number).csv", part)
            try merge.add(copy, path: name)
        }
        let output = decks.folder.file("out.csv")
        _ = try merge.write(to: output)
        return String(decoding: try #require(contents(output)), as: UTF8.self)
    }

    @Test func changesOfAllCopiesAreMergedAndEverythingElseStays() throws {
        let base = "\"a\",\r\nb,  \r\n'c',\"\"\r\nd,x\r\n"
        #expect(try merged(base, [base, base]) == base)
        #expect(
            try merged(base, ["\"a\",1\r\nb,  \r\n'c',\"\"\r\nd,x\r\n", "\"a\",\r\nb,2\r\n'c',\"y, z\"\r\nd,x\r\n"])
                == "\"a\",\"1\"\r\nb,2\r\n'c',\"y, z\"\r\nd,x\r\n"
        )
        // The same change in two copies is counted once.
        #expect(try merged("a,\nb,\n", ["a,1\nb,\n", "a,1\nb,2\n"]) == "a,1\nb,2\n")
    }

    @Test(arguments: [
        ["a,1\nb,\n", "a,2\nb,\n"], ["a,1\n"], ["a,1\nb,\nc,\n"], ["a,1,\nb,,\n"],
    ])
    func contradictoryOptionsAreRejected(_ parts: [String]) {
        #expect(throws: ServiceError.self) { try merged("a,\nb,\n", parts) }
    }
}
