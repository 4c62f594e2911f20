import HapticPatterns
import LanguageServices
import Testing

@testable import FeedbackPatterns

@Suite("feedbackd over D-Bus")
struct DBusTests {
    private static let id: [UInt8] = [7, 0, 0, 0]

    private static func order(_ step: FeedbackStep) throws -> PlaybackRequest {
        PlaybackRequest(step: step, event: "success", pattern: try Patterns.success(), strength: 1)
    }

    private static func text(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count), 0, 0, 0] + text.utf8 + [0]
    }

    private static let ping = DBusCall(destination: "a.b", path: "/", interface: "a.b", member: "Ping")

    // MARK: Calls

    @Test("a pattern is sent as amplitudes and durations, and stopped by an empty one")
    func pattern() async throws {
        let bus = try FakeBus { [.answer(to: $0.serial, "b", [1, 0, 0, 0])] }
        let sink = FeedbackdSink(environment: bus.environment)
        let playback = try await sink.begin(try Self.order(.rich))
        await playback.stop()
        #expect(bus.calls.map(\.member) == ["Vibrate", "Vibrate"])
        #expect(bus.calls.allSatisfy { $0.signature == "sa(du)" })
        let application: [UInt8] = Self.text("parlance") + [0, 0, 0]
        #expect(bus.calls.last?.body == application + [0, 0, 0, 0] + [0, 0, 0, 0])
        // 1 for 30 ms, 0 for 70 ms, 31/64 for 30 ms. The length includes the padding between entries but not before the
        // first.
        let entries: [UInt8] =
            [0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 30, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 0, 70, 0, 0, 0, 0, 0, 0, 0]
            + [0, 0, 0, 0, 0, 0, 0xDF, 0x3F, 30, 0, 0, 0]
        #expect(bus.calls.first?.body == application + [44, 0, 0, 0] + [0, 0, 0, 0] + entries)
        await sink.close()
    }

    @Test("an impact is played as a feedbackd event, and ended by its ID")
    func impact() async throws {
        let bus = try FakeBus { call in
            [call.member == "EndFeedback" ? .answer(to: call.serial, "", []) : .answer(to: call.serial, "u", Self.id)]
        }
        let sink = FeedbackdSink(environment: bus.environment)
        await (try sink.begin(try Self.order(.simple))).stop()
        #expect(bus.calls.map(\.member) == ["TriggerFeedback", "EndFeedback"])
        #expect(bus.calls.map(\.signature) == ["ssa{sv}i", "u"])
        let body: [UInt8] = Self.text("parlance") + [0, 0, 0] + Self.text("bell-terminal") + [0, 0]
        #expect(bus.calls.first?.body == body + [0, 0, 0, 0] + [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(bus.calls.last?.body == Self.id)
        #expect(bus.connections == 1)
        await sink.close()
    }

    @Test("capabilities are queried from feedbackd", arguments: [true, false])
    func availability(hasPatterns: Bool) async throws {
        let text = #"<interface name="org.sigxcpu.Feedback\#(hasPatterns ? ".Haptic" : "")">"#
        let bus = try FakeBus { [.answer(to: $0.serial, "s", Self.text(text))] }
        let availability = await FeedbackdSink(environment: bus.environment).availability()
        #expect(availability.steps == (hasPatterns ? [.rich, .simple] : [.simple]))
        #expect(bus.calls.map(\.member) == ["Introspect"])
    }

    // MARK: Answers

    @Test("a reply to another call is ignored")
    func otherSerial() async throws {
        let bus = try FakeBus { call in
            guard call.member == "TriggerFeedback" else { return [.answer(to: call.serial, "", [])] }
            return [
                .answer(to: call.serial &- 1, "u", [1, 0, 0, 0]), .answer(to: call.serial + 1, "u", [2, 0, 0, 0]),
                .error(to: call.serial + 7, "a.b.Failed"), .signal, .answer(to: call.serial, "u", Self.id),
                .answer(to: call.serial, "u", [3, 0, 0, 0]),
            ]
        }
        let sink = FeedbackdSink(environment: bus.environment)
        for _ in 0..<3 { await (try sink.begin(try Self.order(.simple))).stop() }
        #expect(bus.calls.filter { $0.member == "EndFeedback" }.map(\.body) == [Self.id, Self.id, Self.id])
        #expect(bus.connections == 1)
    }

    @Test("a bus that replies only to other calls causes a timeout")
    func noAnswer() async throws {
        let bus = try FakeBus { [.answer(to: $0.serial + 1, "u", Self.id), .signal] }
        let session = DBusSession(bus.environment, milliseconds: 50)
        for count in 1...2 {
            let error = await #expect(throws: ServiceError.self) { try await session.call(Self.ping) }
            #expect(error?.code == .unavailable && error?.message == "the bus does not respond")
            #expect(bus.connections == count, "a late reply must not reach another call, so the client reconnects")
        }
    }

    @Test("numbers are read in both byte orders", arguments: [false, true])
    func byteOrder(isBig: Bool) async throws {
        let bus = try FakeBus { [.answer(to: $0.serial, "u", isBig ? Self.id.reversed() : Self.id, isBig: isBig)] }
        #expect(try await DBusSession(bus.environment).call(Self.ping).number == 7)
    }

    @Test("an error reply leaves the connection open")
    func errors() async throws {
        let names = [
            ("org.freedesktop.DBus.Error.UnknownMethod", ServiceError.Code.unsupported),
            ("org.freedesktop.DBus.Error.ServiceUnknown", .unavailable), ("a.b.Timeout", .unavailable),
            ("org.freedesktop.DBus.Error.NoReply", .unavailable),
        ]
        let bus = try FakeBus { call in [.error(to: call.serial, names[Int(call.serial) % names.count].0)] }
        let session = DBusSession(bus.environment)
        for _ in names {
            let error = await #expect(throws: ServiceError.self) { try await session.call(Self.ping) }
            let serial = Int(bus.calls.last?.serial ?? 0)
            let (name, code) = names[serial % names.count]
            #expect(error?.code == code && error?.remedy == nil)
            #expect(error?.message == "a.b replied to Ping with \(name)")
        }
        #expect(bus.calls.count == names.count && bus.connections == 1)
        let sink = FeedbackdSink(environment: try FakeBus { [.error(to: $0.serial, names[1].0)] }.environment)
        #expect(await sink.availability().steps.isEmpty)
    }

    @Test(
        "invalid data or a closed connection is an error, and the next call reconnects",
        arguments: [
            [.end], [.raw([UInt8](repeating: 0xFF, count: 64)), .end], [.raw([0x6C, 2, 0, 1]), .end],
            [.answer(to: 0, "u", [1]), .end],
        ] as [[FakeBus.Message]]
    )
    func rubbish(messages: [FakeBus.Message]) async throws {
        let bus = try FakeBus { _ in messages }
        let session = DBusSession(bus.environment)
        for count in 1...2 {
            let error = await #expect(throws: ServiceError.self) { try await session.call(Self.ping) }
            #expect(error?.code == .unavailable && error?.remedy != nil)
            #expect(bus.connections == count)
        }
    }

    // MARK: Connecting

    @Test("a bus that rejects or ignores the client fails fast", arguments: [FakeBus.Greeting.refusal, .silence])
    func greetings(greeting: FakeBus.Greeting) async throws {
        let bus = try FakeBus(greeting)
        let error = await #expect(throws: ServiceError.self) {
            try await DBusSession(bus.environment, milliseconds: 50).call(Self.ping)
        }
        #expect(error?.code == .unavailable && error?.remedy != nil)
        #expect(error?.message == (greeting == .silence ? "the bus does not respond" : "the bus denies access"))
    }

    @Test(
        "socket addresses are found, and other addresses are skipped",
        arguments: [
            ("unix:path=/run/user/1000/bus", ["unix:path=/run/user/1000/bus"]),
            ("unix:abstract=/tmp/x,guid=1", ["unix:abstract=/tmp/x,guid=1"]),
            ("tcp:host=a;unix:guid=1,path=/a%20b;unixexec:path=/bin/true", ["unix:guid=1,path=/a%20b"]), (";", []),
        ] as [(String, [String])]
    )
    func addresses(text: String, expected: [String]) {
        #expect(DBusSession.addresses(["DBUS_SESSION_BUS_ADDRESS": text, "XDG_RUNTIME_DIR": "/run"]) == expected)
    }

    @Test("the default address is in the runtime directory of the session")
    func usualAddress() {
        #expect(DBusSession.addresses(["XDG_RUNTIME_DIR": "/run/user/1000"]) == ["unix:path=/run/user/1000/bus"])
        #expect(DBusSession.addresses(["XDG_RUNTIME_DIR": "/a, b;%"]) == ["unix:path=/a%2c%20b%3b%25/bus"])
        #expect(DBusSession.addresses(["XDG_RUNTIME_DIR": "relative"]).isEmpty && DBusSession.addresses([:]).isEmpty)
    }

    @Test("without a bus, feedbackd is reported as unavailable immediately")
    func noBus() async throws {
        let addresses = [
            "unix:path=/nowhere/bus", "unix:path=/" + String(repeating: "x", count: 500), "unix:path=/dev/null",
            "unix:path=%00", "unix:path=%", "unix:path=%4", "unix:", "unix:path", "tcp:host=127.0.0.1,port=1",
        ]
        for environment in addresses.map({ ["DBUS_SESSION_BUS_ADDRESS": $0] }) + [[:], ["XDG_RUNTIME_DIR": "relative"]]
        {
            let sink = FeedbackdSink(environment: environment)
            #expect(await sink.availability().steps.isEmpty)
            await #expect(throws: ServiceError.self) { _ = try await sink.begin(try Self.order(.rich)) }
            await sink.close()
        }
    }
}
