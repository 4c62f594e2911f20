import ServiceRegistry
import Database
public import LanguageServices
import Platform

/// What is in a ``DiskResponseStore``.
public struct CacheStatistics: Sendable, Hashable {
    /// What is there of one provider.
    public struct Share: Sendable, Hashable {
        /// The service.
        public var service: Service
        /// The provider.
        public var provider: ProviderID
        /// How many answers there are.
        public var answers: Int
        /// How many of them say that there is none.
        public var misses: Int
        /// How many are older than answers are used for.
        public var stale: Int
        /// The size of the answers, in bytes.
        public var size: Int
    }

    /// What is there, by service and provider.
    public var shares: [Share]

    /// When the oldest answer was stored, in seconds since 1970; `nil` when there is none.
    public var oldest: Int64?

    /// When the newest answer was stored, in seconds since 1970; `nil` when there is none.
    public var newest: Int64?

    /// The size of the file and its log on the disk, in bytes.
    public var sizeOnDisk: Int

    /// How many answers there are.
    public var answers: Int { shares.reduce(0) { $0 + $1.answers } }

    /// ``oldest`` in UTC, as RFC 3339 writes it.
    public var oldestText: String? { oldest.map { UTCTime($0).text } }

    /// ``newest`` in UTC, as RFC 3339 writes it.
    public var newestText: String? { newest.map { UTCTime($0).text } }

    /// The size of the answers, in bytes.
    public var size: Int { shares.reduce(0) { $0 + $1.size } }
}

extension DiskResponseStore {
    /// What is in the store; `nil` when there is no file.
    ///
    /// - Throws: `ServiceError` when it cannot be read.
    public func statistics() throws(ServiceError) -> CacheStatistics? {
        do { return try asked { try $0.statistics() } } catch { throw ServiceError(error) }
    }

    /// What is wrong with the file, a line each; none when it is whole, or when there is none.
    ///
    /// - Parameter isThorough: Whether the index is compared with the answers as well, which takes longer.
    /// - Throws: `ServiceError` when it cannot be read at all.
    public func mistakes(isThorough: Bool = true) throws(ServiceError) -> [String] {
        do {
            return try asked { try $0.database.mistakes(isThorough: isThorough) } ?? []
        } catch {
            throw ServiceError(error)
        }
    }

    /// The size on the disk, of the file, its log, and of what was set aside, in bytes.
    public var sizeOnDisk: Int {
        let folders = [place.folder] + place.damaged
        return folders.reduce(0) { $0 + CachePlace.size(of: $1) }
    }

    /// The folders of damaged files that were set aside.
    public var setAside: [String] { place.damaged }
}

extension CachePlace {
    /// The size of the files in a folder, in bytes.
    static func size(of folder: String) -> Int {
        ((try? Folder.names(in: folder)) ?? []).reduce(0) { sum, name in
            var status = stat()
            return lstat("\(folder)/\(name)", &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }
}

extension CacheFile {
    func statistics() throws -> CacheStatistics {
        try database.snapshot {
            let rows = try database.prepare(
                """
                SELECT service, provider, miss, count(*), sum(size), min(stored), max(stored),
                    sum(stored <= CASE service WHEN 'translation' THEN ?1 WHEN 'sentences' THEN ?2 ELSE ?3 END
                        OR miss AND stored <= ?4)
                FROM answers GROUP BY service, provider, miss ORDER BY service, provider, miss
                """
            )
            for (place, lifetime) in [
                settings.lifetimes.translation, settings.lifetimes.sentences, settings.lifetimes.speech,
                settings.lifetimes.miss,
            ].enumerated() {
                try rows.bind(Int32(place) + 1, integer: limit(of: lifetime))
            }
            var result = CacheStatistics(shares: [], sizeOnDisk: CachePlace.size(of: place.folder))
            while try rows.step() {
                guard let service = Service(rawValue: rows.text(0)) else { continue }
                let provider = ProviderID(rawValue: rows.text(1))
                let isMiss = rows.integer(2) != 0
                let count = Int(rows.integer(3))
                let stale = Int(rows.integer(7))
                let size = Int(rows.integer(4))
                result.oldest = min(result.oldest ?? .max, rows.integer(5))
                result.newest = max(result.newest ?? .min, rows.integer(6))
                let last = result.shares.indices.last
                if let last, result.shares[last].service == service, result.shares[last].provider == provider {
                    result.shares[last].answers += count
                    result.shares[last].misses += isMiss ? count : 0
                    result.shares[last].stale += stale
                    result.shares[last].size += size
                } else {
                    result.shares.append(
                        CacheStatistics.Share(
                            service: service,
                            provider: provider,
                            answers: count,
                            misses: isMiss ? count : 0,
                            stale: stale,
                            size: size
                        )
                    )
                }
            }
            return result
        }
    }

    /// The moment, in seconds since 1970, at or before which an answer was stored that is too old now.
    private func limit(of lifetime: Duration) -> Int64 {
        let (limit, isFar) = now().subtractingReportingOverflow(lifetime.components.seconds)
        return isFar ? .min : limit
    }
}
