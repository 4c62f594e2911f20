import Platform

/// The descriptors 0, 1 and 2 of this process.
enum StandardStreams {
    /// Puts something into the place of those that were closed before the program began.
    ///
    /// Otherwise the next file that is opened gets the number of a standard stream, and what is printed goes into it.
    /// What stands there instead can be neither read nor written, as a closed stream.
    static func fillGaps() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // The lowest free number is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
