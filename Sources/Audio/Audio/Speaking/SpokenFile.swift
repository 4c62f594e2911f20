import Dispatch
package import LanguageServices
import Platform
import Synchronization

/// A text that is written to a file as it is spoken.
package struct SpokenFile: Sendable {
    /// The source of the sound, with its report and marks.
    package let source: SpeechSource

    /// The duration.
    package let duration: Duration

    /// Writes a speech stream to a file.
    ///
    /// The folder is not synced; a caller that writes many files syncs it once with `Folder.sync(_:)`.
    ///
    /// - Parameters:
    ///   - stream: The speech.
    ///   - writers: The threads that write.
    ///   - create: Creates the file once the format is known. For a short text, it also receives the report, because
    ///     the text has already been synthesised.
    /// - Throws: Errors from the stream, `create` or the file; no file remains in that case.
    package init(
        _ stream: SpeechStream,
        by writers: FileWriters,
        create: @escaping @Sendable (AudioFormat, ServiceReport?) throws -> SoundFile
    ) async throws {
        let source = try await SpeechSource(stream)
        let format = source.format
        // The speech of a short text is read to the end first, so that its file is written in one go.
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

    /// The number of samples (about 45 seconds) below which the speech is written in one go.
    private static let short = 1_000_000
}

/// Threads for file output, so that Swift's few cooperative threads do not block on the disk.
package final class FileWriters: Sendable {
    // Serial queues, because each has its own thread. Concurrent queues share a few threads per process, and a thread
    // that waits for a child process would delay file output.
    private let queues: [DispatchQueue]
    private let calls = Atomic<UInt>(0)

    /// Creates `count` threads, which start on demand.
    package init(count: Int = 4) {
        queues = (0..<max(1, count)).map { DispatchQueue(label: "parlance.files.\($0)") }
    }

    /// Runs `body` on one of the threads.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let call = calls.wrappingAdd(1, ordering: .relaxed).oldValue
        return try await queues[Int(call % UInt(queues.count))].perform(body)
    }
}
