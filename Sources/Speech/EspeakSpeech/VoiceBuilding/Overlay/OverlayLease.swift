import Platform

/// Keeps an overlay from being removed by another process while this one speaks with it.
package final class OverlayLease: Sendable {
    private let descriptor: Int32

    /// Takes a share of the overlay; `nil` when it is being removed just now.
    init?(of overlay: String) {
        let path = "\(overlay)/\(OverlayRecord.name)"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        var opened = stat()
        var named = stat()
        // Who removes it takes the lock first and the name second; so after the lock the name must still be there.
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0, fstat(descriptor, &opened) == 0, stat(path, &named) == 0,
            opened.st_ino == named.st_ino, opened.st_dev == named.st_dev
        else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        // The time says when it was used last.
        _ = futimens(descriptor, nil)
    }

    /// Whether nobody has a share of an overlay; then nobody gets one as long as `body` runs.
    static func withNobody(at overlay: String, _ body: () -> Void) {
        let descriptor = open("\(overlay)/\(OverlayRecord.name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            body()
            return
        }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { body() }
    }

    deinit { close(descriptor) }
}
