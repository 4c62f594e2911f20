import JSON
import LanguageServices
import ServiceRegistry
import RemoteState
import ServiceClient
import ServiceConfiguration

/// What there is to say of the cache, for people and for programs.
struct CacheText {
    let store: DiskResponseStore
    let settings: CacheSettings
    /// `nil` when there is no file.
    let statistics: CacheStatistics?

    /// Lines for people.
    var lines: [String] {
        var table = Table()
        table.add("place", store.folder)
        table.add("use", settings.use)
        table.add("size", "\(CacheStatistics.shown(bytes: store.sizeOnDisk)) of at most \(CacheStatistics.shown(bytes: settings.largestSize))")
        for folder in store.setAside { table.add("damaged", "\(folder); 'parlance cache clear' removes it") }
        guard let statistics, statistics.answers > 0 else {
            table.add("answers", "none")
            return table.lines
        }
        table.add("answers", "\(statistics.answers)")
        for share in statistics.shares {
            var parts = ["\(share.answers), \(CacheStatistics.shown(bytes: share.size))"]
            if share.misses > 0 { parts.append("\(share.misses) that say there is none") }
            if share.stale > 0 { parts.append("\(share.stale) too old") }
            table.add("  \(share.service) by \(share.provider)", parts.joined(separator: ", "))
        }
        return table.lines
    }

    /// As one object.
    var value: JSONValue {
        let shares = (statistics?.shares ?? []).map { share -> JSONValue in
            [
                "service": .string(share.service.rawValue), "provider": .string(share.provider.rawValue),
                "answers": .integer(share.answers), "misses": .integer(share.misses), "stale": .integer(share.stale),
                "bytes": .integer(share.size),
            ]
        }
        var members: [(String, JSONValue)] = [
            ("folder", .string(store.folder)), ("enabled", .bool(settings.isEnabled)),
            ("private", .bool(settings.isPrivate)), ("bytesOnDisk", .integer(store.sizeOnDisk)),
            ("maxBytes", .integer(settings.largestSize)), ("answers", .integer(statistics?.answers ?? 0)),
        ]
        if let statistics {
            if let oldest = statistics.oldestText { members.append(("oldest", .string(oldest))) }
            if let newest = statistics.newestText { members.append(("newest", .string(newest))) }
        }
        members.append(("shares", .array(shares)))
        if !store.setAside.isEmpty { members.append(("damaged", .array(store.setAside.map { .string($0) }))) }
        return .object(members)
    }

    /// An answer as one object.
    static func value(_ answer: ExportedAnswer) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("service", .string(answer.service.rawValue)), ("provider", .string(answer.provider.rawValue)),
            ("key", .string(answer.key.hexadecimal)), ("stored", .string(answer.storedText)),
            ("used", .string(answer.usedText)), ("stale", .bool(answer.isStale)), ("bytes", .integer(answer.size)),
        ]
        switch answer.content {
        case .translation(let translation):
            members += TranslationJSON.members(translation).filter { $0.0 != "provider" }
        case .sentences(let sentences):
            members.append(("sentences", .array(sentences.map { SentenceJSON.value($0) })))
        case .speech(let format, let samples, let marks):
            members.append(("sampleRate", .integer(format.sampleRate)))
            members.append(("channels", .integer(format.channels)))
            members.append(("seconds", .seconds(format.duration(ofSamples: samples))))
            members.append(("marks", .integer(marks.count)))
        case .miss(let error): members.append(("error", ReportJSON.value(error)))
        case .unknown: members.append(("unreadable", .bool(true)))
        }
        return .object(members)
    }
}
