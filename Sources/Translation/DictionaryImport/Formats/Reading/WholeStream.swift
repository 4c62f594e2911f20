import LanguageServices
import Platform

/// Reads whole files that may be packed with gzip.
enum WholeStream {
    /// The bytes of a file, unpacked.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` when there are more than `limit`.
    static func read(_ path: String, limit: Int) throws(ServiceError) -> [UInt8] {
        let stream = try ByteStream(path: path)
        var result: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var failure: ServiceError?
            let count = block.withUnsafeMutableBytes { raw in
                do throws(ServiceError) { return try stream.read(into: raw) } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
            if count == 0 { return result }
            guard count <= limit - result.count else {
                throw ServiceError(.limitExceeded, "\(SystemFailure.quoted(path)) has more than \(limit >> 20) MiB")
            }
            result.append(contentsOf: block[..<count])
        }
    }
}
