import PluginHost
import Testing

/// When a plug-in is restarted after crashes.
struct CrashRecordTests {
    @Test func eachStartWaitsLonger() {
        var record = CrashRecord()
        #expect(record.delay(at: .zero) == .zero)
        var delays: [Duration] = []
        for minute in 0..<9 {
            // Far enough apart to avoid a quarantine.
            let now = Duration.seconds(100 * minute)
            record.hasCrashed(at: now)
            delays.append(record.delay(at: now))
        }
        #expect(!record.isQuarantined)
        #expect(delays == [0.5, 1, 2, 4, 8, 16, 30, 30, 30].map { Duration.seconds($0) })
        #expect(record.delay(at: .seconds(810)) == .seconds(20))
        record.hasAnswered()
        record.hasCrashed(at: .seconds(2000))
        #expect(record.delay(at: .seconds(2000)) == .milliseconds(500))
    }

    @Test func fiveCrashesInFiveMinutesAreTooMany() {
        var record = CrashRecord()
        for second in [0, 100, 200, 299] { record.hasCrashed(at: .seconds(second)) }
        #expect(!record.isQuarantined)
        record.hasCrashed(at: .seconds(300))
        #expect(record.isQuarantined)
        var slow = CrashRecord()
        for second in [0, 100, 200, 300, 301] { slow.hasCrashed(at: .seconds(second)) }
        #expect(!slow.isQuarantined)
    }
}
