/// Numbers for names, so that they are compared as numbers.
struct NameTable: Sendable {
    private var numbers: [String: Int] = [:]
    private(set) var names: [String] = []

    /// The number of a name, which is a new one when it was not there.
    mutating func number(of name: String) -> Int {
        if let known = numbers[name] { return known }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }

    /// The number of a name that is there.
    func known(_ name: String) -> Int? { numbers[name] }
}
