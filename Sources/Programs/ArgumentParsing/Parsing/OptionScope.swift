/// The options that are accepted at one place of the command tree.
struct OptionScope {
    /// The options of the command, then those of the commands above it, then the standard ones.
    private(set) var options: [OptionSpecification]

    init(root: Command) {
        options = root.options + StandardOptions.all
    }

    /// Goes one command down; its own options come first.
    mutating func enter(_ command: Command) {
        options = command.options + options
    }

    /// Takes the options of a command out again that was entered last, for one beneath that does not accept them.
    mutating func leave(_ command: Command) {
        options.removeFirst(min(command.options.count, options.count))
    }

    func option(long name: String) -> OptionSpecification? {
        options.first { $0.longName.isSpelled(name) }
    }

    func option(short letter: Unicode.Scalar) -> OptionSpecification? {
        options.first { $0.shortName.map(String.init)?.isSpelled(String(letter)) ?? false }
    }

    /// The long forms that may be suggested.
    var visibleLongForms: [String] {
        options.filter { !$0.isHidden }.map(\.longForm)
    }

    /// The short forms that may be suggested.
    var visibleShortForms: [String] {
        options.filter { !$0.isHidden }.compactMap(\.shortForm)
    }
}
