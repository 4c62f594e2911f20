import Dispatch
import Foundation
import LanguageServices
import Platform
import Synchronization
import TestSupport
import Testing

@testable import EspeakSpeech

/// A pool separate from the one shared by the providers in this process, so that killing its children does not affect
/// other tests.
@Suite("EspeakWorkerPool")
struct EspeakWorkerPoolTests {
    private static func request(_ text: String) -> EspeakWorker.Request {
        EspeakWorker.Request(text: text, voice: "gmw/en-US")
    }

    /// The number of samples up to the last audible one, because the trailing silence varies.
    private static func count(_ answer: EspeakWorker.Answer) -> Int? {
        if case .spoken(let utterance) = answer { utterance.samples.lastIndex { abs(Int($0)) > 16 } } else { nil }
    }

    /// Each text is longer than the previous one by much more than the variation in the library's output.
    private let words = (1...8).map { Array(repeating: "bottle", count: $0).joined(separator: " ") }

    @Test("every request gets its own answer, with any number of children", arguments: [1, 2, 5])
    func ownAnswers(_ limit: Int) async throws {
        let pool = EspeakWorkerPool(limit: limit)
        var expected: [String: Int] = [:]
        for word in words { expected[word] = try Self.count(await pool.answer(Self.request(word))) }
        try await withThrowingTaskGroup(of: (String, Int?).self) { group in
            for index in 0..<300 {
                let word = words[index % words.count]
                group.addTask { (word, Self.count(try await pool.answer(Self.request(word)))) }
            }
            for try await (word, count) in group {
                let difference = try #require(count) - (try #require(expected[word]))
                #expect(abs(difference) <= 1000, "\(word)")
            }
        }
    }

    @Test("if a child is killed, only the request that it is processing fails")
    func killed() async throws {
        let children = Mutex<[Int32]>([])
        let pool = EspeakWorkerPool(limit: 2) { () throws(ServiceError) in
            let worker = try EspeakWorker()
            children.withLock { $0.append(worker.process) }
            return worker
        }
        var spoken = 0
        for _ in 0..<6 {
            let tasks = (0..<40).map { index in
                Task { Self.count(try await pool.answer(Self.request(words[index % words.count]))) != nil }
            }
            // When one of the first requests in this round has been answered, the others are certainly in progress.
            _ = try await tasks[0].value
            children.withLock { for child in $0.suffix(2) { kill(child, SIGKILL) } }
            for task in tasks { spoken += try await task.value ? 1 : 0 }
        }
        // At most two children are killed each time, each with one request in progress.
        #expect((240 - 12...240).contains(spoken))
        // Killed children are replaced by the next round at the latest.
        #expect(children.withLock { $0.count } > 2)
    }

    @Test("if an idle child is killed, no request fails")
    func killedIdle() async throws {
        let children = Mutex<[Int32]>([])
        let pool = EspeakWorkerPool(limit: 1) { () throws(ServiceError) in
            let worker = try EspeakWorker()
            children.withLock { $0.append(worker.process) }
            return worker
        }
        _ = try await pool.answer(Self.request("water"))
        for _ in 0..<5 {
            let child = try #require(children.withLock { $0.last })
            kill(child, SIGSTOP)
            kill(child, SIGKILL)
            // Until the child has exited, it may be sent a request that it never reads.
            while !isDead(child) { try await Task.sleep(for: .milliseconds(1)) }
            #expect(Self.count(try await pool.answer(Self.request("water"))) != nil)
        }
        #expect(children.withLock { $0.count } == 6)
    }

    @Test("fresh requests produce the same bytes in any order, concurrently, and with any number of children")
    func fresh() async throws {
        var expected: [String: [Int16]] = [:]
        for limit in [1, 2, 4] {
            let pool = EspeakWorkerPool(limit: limit)
            var order = (words + words + ["…", "s's's's's's", "25"]).shuffled()
            order.append(order[0])
            let spoken = try await withThrowingTaskGroup(of: (String, [Int16]).self) { group in
                for word in order {
                    group.addTask {
                        var request = Self.request(word)
                        request.isFresh = true
                        guard case .spoken(let utterance) = try await pool.answer(request) else { return (word, []) }
                        return (word, utterance.samples)
                    }
                }
                return try await group.reduce(into: [(String, [Int16])]()) { $0.append($1) }
            }
            for (word, samples) in spoken {
                #expect(expected[word, default: samples] == samples, "\(word)")
                expected[word] = samples
            }
        }
        #expect(expected[words[0]]?.count ?? 0 > 1000)
    }

    @Test("a cancelled fresh request leaves no busy process")
    func freshCancelled() async throws {
        let children = Mutex<[Int32]>([])
        let pool = EspeakWorkerPool(limit: 1) { () throws(ServiceError) in
            let worker = try EspeakWorker()
            children.withLock { $0.append(worker.process) }
            return worker
        }
        var request = Self.request(String(repeating: "and on and on ", count: 400))
        request.isFresh = true
        let long = request
        let task = Task { try await pool.answer(long) }
        while children.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        // On a busy machine, the text may already have been spoken.
        if case .success(let answer) = await task.result { #expect(Self.count(answer) != nil) }
        request.text = "water"
        #expect(Self.count(try await pool.answer(request)) ?? 0 > 1000)
    }

    @Test("a cancelled request neither waits nor affects other requests")
    func cancelled() async throws {
        let pool = EspeakWorkerPool(limit: 2)
        let long = String(repeating: "and on and on ", count: 4000)
        let tasks = (0..<60).map { index in
            Task { try await pool.answer(Self.request(index % 3 == 0 ? long : words[index % words.count])) }
        }
        for (index, task) in tasks.enumerated() where index % 3 == 0 { task.cancel() }
        for (index, task) in tasks.enumerated() {
            let result = await task.result
            if index % 3 == 0 {
                #expect(throws: ServiceError.self) { try result.get() }
            } else {
                #expect(try Self.count(result.get()) != nil)
            }
        }
    }

    @Test("a request that exceeds the limits is rejected before a child is started")
    func refused() async throws {
        let pool = EspeakWorkerPool(limit: 1) { () throws(ServiceError) in
            Issue.record("a child was started")
            return try EspeakWorker()
        }
        let tooLong = Self.request(String(repeating: "a", count: 70_000))
        let error = await #expect(throws: ServiceError.self) { _ = try await pool.answer(tooLong) }
        #expect(error?.code == .limitExceeded)
        let voiceless = EspeakWorker.Request(text: "a", voice: "")
        await #expect(throws: ServiceError.self) { _ = try await pool.answer(voiceless) }
    }

    @Test("if no child can be started, the request fails, and the next request tries again")
    func unstartable() async throws {
        let failures = Mutex(2)
        let pool = EspeakWorkerPool(limit: 1) { () throws(ServiceError) in
            let fails = failures.withLock { left in
                left -= 1
                return left >= 0
            }
            if fails { throw ServiceError(.unavailable, "cannot start a process to speak") }
            return try EspeakWorker()
        }
        for _ in 0..<2 {
            let error = await #expect(throws: ServiceError.self) { _ = try await pool.answer(Self.request("water")) }
            #expect(error?.code == .unavailable)
        }
        #expect(Self.count(try await pool.answer(Self.request("water"))) != nil)
    }

    @Test("a child starts while other threads hold locks in the C library")
    func locks() throws {
        // libespeak-ng calls setlocale(), which would never return in a forked child of such a process.
        let isOver = Atomic(false)
        let threads = (0..<4).map { index in
            DispatchWorkItem {
                while !isOver.load(ordering: .relaxed) {
                    if index % 2 == 0 { _ = SystemFailure.text(ENOENT) }
                    if let locale = newlocale(LC_CTYPE_MASK, "C", nil) { freelocale(locale) }
                }
            }
        }
        for (index, thread) in threads.enumerated() { DispatchQueue(label: "load \(index)").async(execute: thread) }
        defer {
            isOver.store(true, ordering: .relaxed)
            for thread in threads { thread.wait() }
        }
        for _ in 0..<10 { #expect(try EspeakWorker().setup.sampleRate == 22_050) }
    }

    @Test("a program that is missing, lacks its library or uses another protocol version is reported")
    func unusable() throws {
        let folder = try TemporaryFolder()
        func refusal(_ script: String?) throws -> ServiceError {
            let path = folder.file("parlance-espeak")
            if let script {
                try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
                chmod(path, 0o755)
            }
            return try #require(throws: ServiceError.self) {
                _ = try EspeakWorker(program: script == nil ? nil : path)
            }
        }
        #expect(try refusal(nil).message.contains("parlance-espeak"))
        #expect(try refusal("exit 127") == EspeakSetup.missing)
        #expect(try refusal("exit 1") == EspeakSetup.damaged)
        // The protocol version, followed by the remainder of the first message.
        #expect(try refusal("printf '\\100%19s' >&0; read -r line").message.contains("another version"))
    }

    /// Whether all threads of a process have ended and the process is waiting to be reaped.
    private func isDead(_ process: Int32) -> Bool {
        guard let folder = opendir("/proc/\(process)/task") else { return true }
        defer { closedir(folder) }
        var threads = 0
        while readdir(folder) != nil { threads += 1 }
        // One thread, and the entries `.` and `..`.
        guard threads == 3, let file = fopen("/proc/\(process)/stat", "r") else { return false }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 256)
        guard fgets(&buffer, 256, file) != nil else { return true }
        return String(decoding: buffer.map { UInt8(bitPattern: $0) }, as: UTF8.self).contains(") Z ")
    }
}
