extension AtomicFile {
    /// How many bytes of the name of a destination stand in the name of its temporary file: a name may have 255, and its
    /// decoration needs some.
    static let stemLength = 200

    /// Removes the temporary files of a destination that processes have left which were killed.
    ///
    /// - Parameter path: The destination.
    package static func removeLeftovers(of path: String) {
        let (folder, name) = split(resolvingLinks(path))
        let stem = name.utf8Prefix(stemLength)
        removeLeftovers(in: folder) { $0.utf8.elementsEqual(stem.utf8) }
    }

    /// Removes the temporary files in a folder that processes have left which were killed.
    ///
    /// Who writes such a file has a lock on it, which the system takes back from a process that dies. So one that is being
    /// written stays, whoever writes it; and where there are no locks, all stay.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - isWanted: Tells by the name of a destination, of which long ones are cut, whether its files are removed.
    package static func removeLeftovers(in folder: String, of isWanted: (String) -> Bool) {
        for name in (try? Folder.names(in: folder, isHidden: true)) ?? [] {
            guard let stem = stem(ofTemporary: name), isWanted(stem) else { continue }
            let path = "\(folder)/\(name)"
            let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                flock(descriptor, LOCK_EX | LOCK_NB) == 0,
                // It may have got its name meanwhile, and another file this one.
                FileIdentity(descriptor: descriptor) == FileIdentity(path: path)
            else { continue }
            unlink(path)
        }
    }

    /// Locks a temporary file that was just made.
    ///
    /// - Returns: Whether it is still there: who removes leftovers may have found it before it was locked.
    static func holds(_ descriptor: Int32, at path: String) -> Bool {
        // Where there are no locks, nobody else gets one either.
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The name of the destination of `.NAME.part-XXXX`; `nil` for a file that is called otherwise.
    private static func stem(ofTemporary name: String) -> String? {
        guard name.first == ".", let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let end = name[name.index(after: dot)...]
        guard end.hasPrefix("part-") else { return nil }
        let tag = end.dropFirst(5)
        guard let number = UInt32(tag, radix: 36), String(number, radix: 36) == tag else { return nil }
        return String(name[name.index(after: name.startIndex)..<dot])
    }
}
