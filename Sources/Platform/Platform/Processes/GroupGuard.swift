import CSpawn

/// Keeps a process group from outliving this process, however this process ends.
///
/// A process of its own in the group waits for our end; what it costs is a pipe and a small shell. The group's own end takes
/// it along, or the end of this value does.
final class GroupGuard: Sendable {
    private let identifier: Int32
    private let lifeline: Int32

    /// Guards the group of a child that was started and has not been reaped.
    ///
    /// - Returns: `nil` when the system has no place for a guard; the group does without one then.
    init?(group: Int32) {
        var identifier: Int32 = 0
        var lifeline: Int32 = -1
        guard cspawn_guard(group, &identifier, &lifeline) == 0 else { return nil }
        (self.identifier, self.lifeline) = (identifier, lifeline)
    }

    deinit { close(lifeline) }

    /// Takes the guard's status from the system, once its group has been killed.
    func reap() {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }
}
