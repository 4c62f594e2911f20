import Dispatch
package import LanguageServices
import Platform
import Synchronization

/// A text that is written into a file of its own while it is spoken.
package struct SpokenFile: Sendable {
    /// Where its sound came from, with its report and marks.
    package let source: SpeechSource

    /// How long it lasts.
    package let duration: Duration

    /// Writes the speech of a text.
    ///
    /// The folder is not synced; who writes many files does that once, with `Folder.sync(_:)`.
    ///
    /// - Parameters:
    ///   - stream: The speech.
    ///   - writers: The threads that write.
    ///   - create: Begins the file, when the form of the sound is known. It is given the report as well when the text is
    ///     short, for then it has been spoken already.
    /// - Throws: What the stream, `create` and the file throw; then there is no file.
    package init(
        _ stream: SpeechStream,
        by writers: FileWriters,
        create: @escaping @Sendable (AudioFormat, ServiceReport?) throws -> SoundFile
    ) async throws {
        let source = try await SpeechSource(stream)
        let format = source.format
        // What is short is spoken to its end first, so that its file can be written at once.
        var head: [AudioChunk] = []
        var samples = 0
        while samples < Self.short, let chunk = try await source.next() {
            head.append(chunk)
            samples += chunk.samples.count
        }
        if samples < Self.short {
            let report = source.report
            try await writers.run { [head] in
                var file = try create(format, report)
                for chunk in head { try file.append(chunk.samples) }
                try file.finish(syncsFolder: false)
            }
        } else {
            var file = try create(format, nil)
            for chunk in head { try file.append(chunk.samples) }
            while let chunk = try await source.next() {
                try file.append(chunk.samples)
                samples += chunk.samples.count
            }
            try file.finish(syncsFolder: false)
        }
        self.source = source
        duration = format.duration(ofSamples: samples)
    }

    /// Below this many samples, about 45 seconds, a text is written at once.
    private static let short = 1_000_000
}

/// Threads that write files, so that the tasks, which are few at a time, do not wait for the disk.
package final class FileWriters: Sendable {
    // Serial queues, since each of them has a thread of its own; the concurrent ones of a process share a few, and what
    // waits for a child would keep what waits for the disk from running.
    private let queues: [DispatchQueue]
    private let calls = Atomic<UInt>(0)

    /// Makes `count` threads, which are started when there is work.
    package init(count: Int = 4) {
        queues = (0..<max(1, count)).map { DispatchQueue(label: "parlance.files.\($0)") }
    }

    /// Runs `body` on one of the threads.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let call = calls.wrappingAdd(1, ordering: .relaxed).oldValue
        return try await queues[Int(call % UInt(queues.count))].perform(body)
    }
}
