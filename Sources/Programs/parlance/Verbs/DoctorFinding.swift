/// One thing that `parlance doctor` has looked at.
struct DoctorFinding {
    var name: String
    var state: State
    var detail: String
    var remedy: String?

    enum State: String {
        /// It is there, or is not needed.
        case ok
        /// Something does not work without it, but speech to files does.
        case warning
        /// Nothing works without it.
        case missing
    }
}
