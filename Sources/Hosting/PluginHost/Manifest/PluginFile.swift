package import LanguageServices
import Platform

/// Reads the small files of plug-ins.
package enum PluginFile {
    /// The bytes of a file. A pipe or a device under its name is refused without waiting for anybody.
    ///
    /// - Throws: `ServiceError.Code.io` when it cannot be read or is no regular file, `ServiceError.Code.limitExceeded` when it
    ///   is larger than `limit` bytes.
    package static func read(_ path: String, limit: Int) throws(ServiceError) -> [UInt8] {
        let descriptor = try RegularFile.open(path).descriptor
        defer { close(descriptor) }
        return try WholeFile.read(descriptor: descriptor, name: path, limit: limit)
    }
}
