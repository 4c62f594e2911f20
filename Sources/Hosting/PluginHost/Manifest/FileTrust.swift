package import LanguageServices
import Platform

/// Refuses to execute files that anyone other than the user and the administrator can change.
enum FileTrust {
    private static let ownCopy = "copy the plug-in to a folder that you own"

    /// Refuses a plug-in's file or folder if other users can change it.
    static func check(_ path: String) throws(ServiceError) {
        try check(path, ownerRemedy: ownCopy)
    }

    /// Refuses a file that a plug-in executes, if other users can change or replace it.
    ///
    /// - Parameters:
    ///   - place: The path from which the file is executed. It may contain links.
    ///   - real: The resolved path.
    ///   - folder: The plug-in's folder. The folders between it and the file are also checked.
    static func check(_ place: String, real: String, in folder: String) throws(ServiceError) {
        try checkLink(place, ownerRemedy: ownCopy)
        try check(real)
        try check(parent(real), ownerRemedy: ownCopy, allowsSticky: true)
        var around = parent(place)
        while around.utf8.count > folder.utf8.count, around.hasPrefix(folder + "/") {
            try check(around, ownerRemedy: ownCopy, allowsSticky: true)
            around = parent(around)
        }
    }

    /// Refuses a program if other users can change or replace it, wherever it is installed. A program that does not
    /// exist is accepted here, but starting it fails later.
    static func checkProgram(_ path: String) throws(ServiceError) {
        guard let real = ProgramSearch.resolved(path) else { return }
        let remedy = "in 'command', use a program that is owned by you or the system"
        try checkLink(path, ownerRemedy: remedy)
        try check(real, ownerRemedy: remedy, trustsGroups: true)
        for folder in [parent(path), parent(real)] {
            try check(folder, ownerRemedy: remedy, allowsSticky: true, trustsGroups: true)
        }
    }

    private static func checkLink(_ path: String, ownerRemedy: String) throws(ServiceError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        try checkOwner(status, path, ownerRemedy)
    }

    private static func check(
        _ path: String,
        ownerRemedy: String,
        allowsSticky: Bool = false,
        trustsGroups: Bool = false
    ) throws(ServiceError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        try checkOwner(status, path, ownerRemedy)
        // In a sticky folder, users cannot remove or replace other users' files.
        if allowsSticky, status.st_mode & 0o1000 != 0 { return }
        let others: mode_t = trustsGroups && isOfAdministrators(status.st_gid) ? 0o002 : 0o022
        guard status.st_mode & others == 0 else {
            throw ServiceError(
                .configuration,
                "\(SystemFailure.quoted(path)) can be changed by other users",
                remedy: "chmod go-w \(SystemFailure.quoted(path))"
            )
        }
    }

    private static func checkOwner(_ status: stat, _ path: String, _ remedy: String) throws(ServiceError) {
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw ServiceError(
                .configuration,
                "\(SystemFailure.quoted(path)) belongs to another user, who could change it",
                remedy: remedy
            )
        }
    }

    /// Whether the group contains only administrators, or is the user's private group.
    private static func isOfAdministrators(_ group: gid_t) -> Bool {
        #if canImport(Darwin)
        // The group 'admin', which owns the folders of package managers.
        if group == 80 { return true }
        #endif
        return group == 0 || group == geteuid()
    }

    private static func parent(_ path: String) -> String { AtomicFile.split(path).folder }
}

/// Reads small files of plug-ins.
package enum PluginFile {
    /// The bytes of a file. A pipe or a device is refused without blocking.
    ///
    /// - Throws: `ServiceError.Code.io` when it cannot be read or is not a regular file,
    ///   `ServiceError.Code.limitExceeded` when it is larger than `limit` bytes.
    package static func read(_ path: String, limit: Int) throws(ServiceError) -> [UInt8] {
        let descriptor = try RegularFile.open(path).descriptor
        defer { close(descriptor) }
        return try WholeFile.read(descriptor: descriptor, name: path, limit: limit)
    }
}

/// Files that only the user can read.
enum PrivateFile {
    /// Writes a file atomically.
    static func write(_ bytes: [UInt8], to path: String) throws(ServiceError) {
        try Folder.make(AtomicFile.split(path).folder, permissions: 0o700)
        // An atomic write keeps the permissions of the file that it replaces, so a private file is created first.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
        _ = fchmod(descriptor, 0o600)
        close(descriptor)
        try AtomicFile.write(bytes, to: path)
    }

    /// Creates a folder, and its parents, that only the user can access.
    static func makeFolder(_ path: String) throws(ServiceError) {
        try PrivateFolder.makeWithParents(path)
    }
}
