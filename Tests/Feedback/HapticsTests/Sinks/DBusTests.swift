import LanguageServices
import Testing

@testable import Haptics

@Suite("Speaking D-Bus")
struct DBusTests {
    @Test("a call is the bytes of the specification")
    func call() {
        let bytes = DBusMessage.call(
            serial: 1,
            destination: "org.freedesktop.DBus",
            path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus",
            member: "Hello",
            []
        )
        // As a reference client sends it: 109 bytes of header fields, filled up to 128.
        #expect(bytes.prefix(16) == [0x6C, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 109, 0, 0, 0])
        #expect(bytes.count == 128)
        #expect(Array(bytes[16..<24]) == [1, 1, 0x6F, 0, 21, 0, 0, 0])
        #expect(DBusMessage.Received.length(of: bytes) == bytes.count)
    }

    @Test("values stand at multiples of their sizes")
    func values() {
        var encoder = DBusEncoder()
        encoder.add(
            .array(of: "(du)", [.structure([.double(1), .uint32(30)]), .structure([.double(0), .uint32(70)])])
        )
        #expect(encoder.bytes.count == 8 + 16 + 12)
        // The length counts what is behind the space before the first element, and the space between elements.
        #expect(encoder.bytes.prefix(8) == [28, 0, 0, 0, 0, 0, 0, 0])
        #expect(Array(encoder.bytes[8..<20]) == [0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 30, 0, 0, 0])
        var empty = DBusEncoder()
        empty.add(.string("a\u{0}b"))
        empty.add(.noHints)
        empty.add(.int32(-1))
        #expect(empty.bytes == [2, 0, 0, 0, 0x61, 0x62, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF])
        #expect(DBusValue.array(of: "(du)", []).signature == "a(du)" && DBusValue.noHints.signature == "a{sv}")
    }

    @Test("an answer is read, in both orders of bytes", arguments: [false, true])
    func answer(isBig: Bool) throws {
        func number(_ value: UInt32) -> [UInt8] {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32($0 * 8)) }
            return isBig ? bytes.reversed() : bytes
        }
        var fields: [UInt8] = [5, 1, 0x75, 0] + number(9)
        fields += [8, 1, 0x67, 0, 1, 0x75, 0]
        var bytes: [UInt8] = [isBig ? 0x42 : 0x6C, 2, 0, 1] + number(4) + number(3)
        bytes += number(UInt32(fields.count)) + fields
        while bytes.count % 8 != 0 { bytes.append(0) }
        bytes += number(7)
        let message = try #require(DBusMessage.Received(bytes))
        #expect(message.kind == 2 && message.answers == 9 && message.signature == "u" && message.number == 7)
        #expect(message.text == nil)
        for length in 0..<bytes.count { #expect(DBusMessage.Received(Array(bytes.prefix(length))) == nil) }
    }

    @Test("rubbish is no message, and nothing worse")
    func rubbish() {
        var random = SplitMix64(seed: 5)
        let good = DBusMessage.call(
            serial: 1,
            destination: "a.b",
            path: "/",
            interface: "a.b",
            member: "c",
            [.string("x")]
        )
        for round in 0..<20_000 {
            var bytes = good
            for _ in 0..<(round % 9 + 1) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = DBusMessage.Received(bytes)?.text
            _ = DBusMessage.Received(bytes)?.number
            _ = DBusMessage.Received(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
        }
        #expect(DBusMessage.Received.length(of: [0x6C, 2, 0, 1] + [UInt8](repeating: 0xFF, count: 12)) == nil)
    }

    @Test(
        "addresses of sockets are found, and others passed over",
        arguments: [
            ("unix:path=/run/user/1000/bus", [DBusAddress(name: "/run/user/1000/bus", isAbstract: false)]),
            ("unix:abstract=/tmp/x,guid=1", [DBusAddress(name: "/tmp/x", isAbstract: true)]),
            ("tcp:host=a;unix:guid=1,path=/a%20b", [DBusAddress(name: "/a b", isAbstract: false)]),
            ("unix:path=%00", []), ("unix:path=%", []), ("unix:path=%4", []), ("", []), ("unix:", []),
            ("unix:path", []),
        ] as [(String, [DBusAddress])]
    )
    func addresses(text: String, expected: [DBusAddress]) {
        #expect(DBusAddress.addresses(in: text) == expected)
    }

    @Test("without a bus there is no feedbackd, and it is told at once")
    func noBus() async throws {
        for environment in [
            [:], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"],
            ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/" + String(repeating: "x", count: 500)],
            ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/dev/null"], ["XDG_RUNTIME_DIR": "relative"],
        ] {
            let sink = FeedbackdSink(environment: environment)
            #expect(await sink.availability().steps.isEmpty)
            let order = FeedbackOrder(step: .rich, event: "success", pattern: try Patterns.success(), strength: 1)
            await #expect(throws: ServiceError.self) { _ = try await sink.begin(order) }
            await sink.close()
        }
    }
}
