import Audio
import Foundation
import LanguageServices
import Platform
import TestSupport
import Testing

@testable import parlance

@Suite("Filters of JSON lines")
struct FilterTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    private func translate(_ input: String, _ more: String...) async throws -> Outcome {
        try await box.run(["translate", "--jsonl", "--from", "en", "--to", "es"] + more, input: input)
    }

    @Test("each item gets its translation, and everything else is unchanged to the byte")
    func items() async throws {
        let outcome = try await translate(
            """
            {"text":"water","id":1.50e0}
            {"id": 2, "text": "house",  "tags":["a",  "b"]}
              {"text":"d\\u006fg","deep":{"text":"no"}}\t
            {"translation":"old","text":"went","z":null}
            {"text":"h\\u00f6use"}

            """
        )
        #expect(outcome.ending == .exited(0))
        #expect(
            outcome.text == """
                {"text":"water","id":1.50e0,"translation":"agua"}
                {"id": 2, "text": "house",  "tags":["a",  "b"], "translation": "casa"}
                  {"text":"d\\u006fg","deep":{"text":"no"},"translation":"perro"}\t
                {"translation":"ir","text":"went","z":null}
                {"text":"h\\u00f6use","translation":"casa"}

                """
        )
        #expect(outcome.errors == "")
    }

    @Test(
        "items without a text are unchanged",
        arguments: [#"{"text":""}"#, #"{"text":" \u200b\n"}"#, #"{"text":null}"#, "", " \t"]
    )
    func blank(_ line: String) async throws {
        let outcome = try await translate("\(line)\n{\"text\":\"water\"}\n\(line)")
        outcome.expectSuccess()
        let last = line.isEmpty ? "" : line + "\n"
        #expect(outcome.text == "\(line)\n{\"text\":\"water\",\"translation\":\"agua\"}\n\(last)")
    }

    @Test("empty input gives empty output without an error")
    func nothing() async throws {
        let outcome = try await translate("")
        outcome.expectSuccess()
        #expect(outcome.output.isEmpty)
    }

    @Test("a failed item has an error, and an invalid line still has an output line")
    func failures() async throws {
        let lines = [
            #"{"text":"water"}"#, #"{"text":"zzyzzx","id":7}"#, #"{"txt":"x"}"#, #"{"text":5}"#, "water", "[1]",
            #"{"text":"house"} x"#, #"{"text":"house""#, #"{"text":"house"}"#,
        ]
        let outcome = try await translate(lines.joined(separator: "\n"))
        outcome.expectFailure(2, "7 of 9 lines", "'error'")
        let objects = try outcome.json()
        try #require(objects.count == lines.count)
        #expect(objects.map { $0["translation"] as? String } == ["agua"] + Array(repeating: nil, count: 7) + ["casa"])
        let errors = objects.map { $0["error"] as? [String: String] }
        #expect(
            errors.map { $0?["code"] } == [nil, "notFound"] + Array(repeating: "invalidRequest", count: 6) + [nil]
        )
        #expect(objects[1]["id"] as? Int == 7 && objects[1]["text"] as? String == "zzyzzx")
        #expect(errors[1]?["message"]?.contains("zzyzzx") == true && errors[1]?["remedy"]?.isEmpty == false)
        #expect(errors[2]?["remedy"]?.contains("--text-member") == true)
        for place in 4...7 {
            #expect(objects[place]["line"] as? Int == place + 1)
            #expect(objects[place]["input"] as? String == lines[place])
            #expect(errors[place]?["message"]?.hasPrefix("standard input:\(place + 1):") == true)
        }
    }

    @Test("a later successful run of the filter removes its error, but not those of others")
    func repair() async throws {
        let first = try await translate(#"{"text":"zzyzzx","n":1}"#)
        let again = try await translate(first.text.replacing("zzyzzx", with: "water"))
        again.expectSuccess()
        #expect(again.text == #"{"text":"water","n":1,"translation":"agua"}"# + "\n")
        for other in [
            #""error":"own""#, #""error":{"code":"x","member":"french"}"#, #""error":{"member":"translation"}"#,
        ] {
            let line = "{\"text\":\"water\",\(other)}"
            #expect(try await translate(line).text == line.dropLast() + ",\"translation\":\"agua\"}\n")
        }
    }

    @Test("members with other names")
    func members() async throws {
        let line = #"{"text":"no","front":"water","error":"mine"}"#
        let into = try await translate(line, "--text-member", "front", "--into", "back")
        #expect(into.text == line.dropLast() + ",\"back\":\"agua\"}\n")
        // Replaces the text itself.
        #expect(try await translate(#"{"text":"water"}"#, "--into", "text").text == "{\"text\":\"agua\"}\n")
        let failed = try await translate(#"{"text":"zzyzzx","error":"mine"}"#, "--error-member", "why")
        #expect(failed.ending == .exited(2))
        let object = try #require(try failed.json().first)
        #expect(object["error"] as? String == "mine")
        #expect((object["why"] as? [String: String])?["code"] == "notFound")
        #expect(failed.errors.contains("'why'"))
    }

    @Test("other details go into a separate object")
    func details() async throws {
        let outcome = try await translate(#"{"text":"went","details":1}"#, "--details")
        outcome.expectSuccess()
        let object = try #require(try outcome.json().first)
        #expect(object["translation"] as? String == "ir")
        let details = try #require(object["details"] as? [String: Any])
        #expect(details["alternatives"] as? [String] == ["irse"])
        #expect(details["partOfSpeech"] as? String == "verb")
        #expect((details["match"] as? [String: String]) == ["step": "lemma", "headword": "go"])
        #expect(details["provider"] as? String == "dictionary")
        #expect(details["translation"] == nil && details["entries"] == nil)
        let article = try await translate(#"{"text":"went"}"#, "--details", "--article")
        let whole = try #require(try article.json().first?["details"] as? [String: Any])
        #expect((whole["entries"] as? [[String: Any]])?.first?["headword"] as? String == "go")
    }

    @Test("glosses work the same way")
    func gloss() async throws {
        let outcome = try await box.run(
            ["gloss", "--jsonl", "--from", "de", "--to", "en", "--details"],
            input: "{\"text\":\"Ich trinke Wasser\",\"n\":1}\n{\"text\":\"\"}\n"
        )
        outcome.expectSuccess()
        let objects = try outcome.json()
        #expect(objects.first?["gloss"] as? String == "I drink water")
        let details = try #require(objects.first?["details"] as? [String: Any])
        let words = try #require(details["gloss"] as? [[String: Any]])
        #expect(words.compactMap { $0["translation"] as? String } == ["I", "drink", "water"])
        #expect(outcome.lines.last == #"{"text":""}"#)
    }

    @Test(
        "invalid combinations of options",
        arguments: [
            ["--jsonl", "--to", "es", "--json"], ["--jsonl", "--to", "es", "--brief"], ["--jsonl", "--table"],
            ["--jsonl", "--to", "es,fr"], ["--jsonl", "--to", "es", "water"],
            ["--jsonl", "--to", "es", "-", "-f", "x"],
            ["--jsonl", "--to", "es", "--article"], ["--jsonl", "--to", "es", "--into", "error"],
            ["--jsonl", "--to", "es", "--into", "details", "--details"],
            ["--jsonl", "--to", "es", "--error-member", "text"], ["--to", "es", "--into", "x", "water"],
            ["--to", "es", "--details", "water"], ["--to", "es", "--text-member", "x", "water"],
        ]
    )
    func usage(_ arguments: [String]) async throws {
        try await box.run(["translate"] + arguments, input: "{}\n").expectFailure(64)
    }

    @Test("an invalid request ends the filter before the first line")
    func wrongRequest() async throws {
        let input = "{\"text\":\"water\"}\n"
        let pair = try await box.run(["translate", "--jsonl", "--to", "cy"], input: input)
        pair.expectFailure(69, "cy")
        #expect(pair.output.isEmpty)
        let target = try await box.run(["translate", "--jsonl"], input: input)
        target.expectFailure(65, "--to")
        let file = try await box.run(["translate", "--jsonl", "--to", "es", "-f", "missing"])
        file.expectFailure(66, "missing")
    }

    @Test("no line is lost, duplicated or moved, for any number of lines and any line ending")
    func many() async throws {
        let words = ["water", "house", "zzyzzx", "", "good"]
        let count = 2_503
        let input = (0..<count).map { "{\"n\":\($0),\"text\":\"\(words[$0 % 5])\"}\($0 % 3 == 0 ? "\r\n" : "\n")" }
            .joined()
        let outcome = try await translate(String(input.dropLast()))
        #expect(outcome.ending == .exited(2))
        let lines = outcome.text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init
        )
        try #require(lines.count == count + 1)
        let translations = ["agua", "casa", nil, nil, "bueno"]
        for (number, line) in lines.dropLast().enumerated() {
            // The last line always ends with a line feed.
            #expect(line.unicodeScalars.last == (number % 3 == 0 && number < count - 1 ? "\r" : "}"), "\(line)")
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                "\(line)"
            )
            #expect(object["n"] as? Int == number)
            #expect(object["translation"] as? String == translations[number % 5])
            #expect((object["error"] != nil) == (number % 5 == 2))
        }
    }

    @Test("invalid UTF-8 and unterminated lines")
    func hostile() async throws {
        var bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("{\"text\":\"water\"}\n{\"text\":\"a".utf8)
        bytes += [0xFF] + Array("\"}\n".utf8) + [0, 1, 2, 0x0A]
        bytes += Array("{\"text\":\"\(String(repeating: "x", count: 9 << 20))\"}\n".utf8)
        bytes += Array("{\"text\":\"x\\u0000\\u001b[31m\"}\n{\"text\":\"\u{202E}\u{FFFF}\"}\n".utf8)
        bytes += Array(("{\"text\":" + String(repeating: "[", count: 5000) + "\n").utf8)
        bytes += Array("{\"text\":\"\(String(repeating: "word ", count: 50_000))\"}\n".utf8)
        bytes += Array("{\"text\":\"house\"}\n".utf8)
        bytes += Array("{\"text\":\"\(String(repeating: "y", count: 9 << 20))".utf8)
        try box.write(bytes, to: "items.jsonl")
        let outcome = try await box.run(["translate", "--jsonl", "--from", "en", "--to", "de", "-f", "items.jsonl"])
        #expect(outcome.ending == .exited(2), "\(outcome.errors)")
        let objects = try outcome.json()
        try #require(objects.count == 10)
        #expect(objects[0]["translation"] as? String == "Wasser")
        #expect(objects[8]["translation"] as? String == "Haus")
        #expect(
            objects[1]["input"] as? String == "{\"text\":\"a\u{FFFD}\"}"
                && objects[2]["input"] as? String == "\0\u{1}\u{2}"
        )
        for place in [3, 9] {
            let error = objects[place]["error"] as? [String: String]
            #expect(error?["code"] == "limitExceeded")
            #expect(error?["message"] == "items.jsonl:\(place + 1): the line is longer than 8 MiB")
            #expect(objects[place]["line"] as? Int == place + 1)
        }
        #expect(objects[6]["line"] as? Int == 7)
    }

    @Test("a line is answered before the next is written")
    func conversation() async throws {
        // The writer waits for each answer, so a filter that waited for more input would never end.
        let script = #"""
            mkfifo to from
            "$P" translate --jsonl --from en --to es < to > from & filter=$!
            exec 3> to 4< from
            for word in water house dog; do
                echo "{\"text\":\"$word\"}" >&3
                read -r answer <&4 || exit 9
                echo "$answer"
            done
            printf '{"text":' >&3; sleep 0.2; printf '"cat"}\n{"te' >&3
            read -r answer <&4; echo "$answer"
            printf 'xt":"tree"}' >&3
            exec 3>&-
            read -r answer <&4; echo "$answer"
            wait $filter
            """#
        let outcome = try await box.shell("exec 2>&1; " + script)
        #expect(outcome.ending == .exited(0), "\(outcome.text)")
        #expect(
            try outcome.json().compactMap { $0["translation"] as? String } == [
                "agua", "casa", "perro", "gato", "árbol",
            ]
        )
    }

    @Test("a closed output pipe gives no message")
    func closedPipe() async throws {
        let item = #"{"text":"water"}"#
        let outcome = try await box.shell(
            #"{ yes '\#(item)' | head -n 200000 | "$P" translate --jsonl --to es; echo $? >&2; } | head -n 1"#
        )
        #expect(outcome.text == "{\"text\":\"water\",\"translation\":\"agua\"}\n")
        #expect(outcome.errors == "141\n")
    }

    @Test("an interrupted filter has written only complete lines", arguments: [SIGINT, SIGTERM])
    func interrupted(_ number: Int32) async throws {
        let outcome = try await box.shell(
            #"""
            mkfifo to
            : > out
            (for i in 1 2 3; do echo '{"text":"water"}'; done; printf '{"text":'; exec sleep 20) > to & writer=$!
            # A shell lets programs in the background ignore SIGINT.
            env --default-signal=INT "$P" translate --jsonl --from en --to es < to > out & filter=$!
            for i in $(seq 200); do [ "$(wc -l < out)" = 3 ] && break; sleep 0.05; done
            kill -\#(number) $filter; wait $filter; code=$?
            kill $writer; cat out; exit $code
            """#
        )
        #expect(outcome.ending == .exited(128 + number))
        #expect(outcome.text == String(repeating: "{\"text\":\"water\",\"translation\":\"agua\"}\n", count: 3))
        #expect(outcome.errors == "parlance: interrupted\n")
    }
}
