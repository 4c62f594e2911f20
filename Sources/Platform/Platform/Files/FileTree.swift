package import LanguageServices

/// Measures and removes files and folders with their content. Symbolic links are never followed.
package enum FileTree {
    /// The content of a file or folder.
    package struct Content: Sendable, Hashable {
        /// The number of files, links included.
        package var files = 0
        /// The size of the regular files, in bytes.
        package var bytes = 0
        /// The number of files that other users have access to.
        package var exposedFiles = 0
        /// The errors of files and folders that could not be read or removed.
        package var failures: [ServiceError] = []

        /// Creates an empty content.
        package init() {}

        /// Adds other content.
        package static func += (sum: inout Content, other: Content) {
            sum.files += other.files
            sum.bytes += other.bytes
            sum.exposedFiles += other.exposedFiles
            sum.failures += other.failures
        }
    }

    /// The content at a path; empty if there is nothing.
    package static func content(of path: String) -> Content { visit(path, isRemoving: false) }

    /// Removes everything at a path.
    ///
    /// - Returns: The removed content. Files that another process removes at the same time are not failures.
    package static func remove(_ path: String) -> Content { visit(path, isRemoving: true) }

    /// Whether the file or folder at a path belongs to this user and is not a link.
    package static func isOwn(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFLNK && status.st_uid == geteuid()
    }

    private static func visit(_ path: String, isRemoving: Bool) -> Content {
        var content = Content()
        let (folder, name) = AtomicFile.split(path)
        let parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else {
            if errno != ENOENT { content.failures.append(SystemFailure.error("cannot read", folder, errno: errno)) }
            return content
        }
        defer { close(parent) }
        let visit = Visit(isRemoving: isRemoving)
        visit.entry(name, in: parent, path, depth: 0, isReachable: true, &content)
        return content
    }
}

private struct Visit {
    let isRemoving: Bool

    /// Each level of folders needs an open descriptor.
    private static let maximumDepth = 64

    /// Visits an entry of an open folder.
    ///
    /// - Parameters:
    ///   - path: The path for messages.
    ///   - isReachable: Whether other users may enter all folders below the first one.
    func entry(
        _ name: String,
        in parent: Int32,
        _ path: String,
        depth: Int,
        isReachable: Bool,
        _ content: inout FileTree.Content
    ) {
        var status = stat()
        guard fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return fail(errno, path, &content) }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFDIR else {
            if isRemoving, unlinkat(parent, name, 0) != 0 { return fail(errno, path, &content) }
            content.files += 1
            if kind == S_IFREG { content.bytes += Int(status.st_size) }
            if isReachable, kind != S_IFLNK, status.st_mode & 0o077 != 0 { content.exposedFiles += 1 }
            return
        }
        guard depth < Self.maximumDepth else { return fail(ELOOP, path, &content) }
        // The folder may have been replaced by a link since then.
        let folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { return fail(errno, path, &content) }
        defer { close(folder) }
        guard let names = Folder.names(descriptor: folder) else { return fail(errno, path, &content) }
        let failures = content.failures.count
        for name in names {
            entry(
                name,
                in: folder,
                "\(path)/\(name)",
                depth: depth + 1,
                isReachable: isReachable && status.st_mode & 0o011 != 0,
                &content
            )
        }
        // After a failure the folder is not empty, which is not another failure.
        guard isRemoving, content.failures.count == failures else { return }
        if unlinkat(parent, name, Int32(AT_REMOVEDIR)) != 0 { fail(errno, path, &content) }
    }

    private func fail(_ number: Int32, _ path: String, _ content: inout FileTree.Content) {
        guard number != ENOENT else { return }
        let verb = isRemoving ? "cannot remove" : "cannot read"
        content.failures.append(SystemFailure.error(verb, path, errno: number))
    }
}
