import Platform

/// What a plug-in has written to its standard error.
package enum PluginLog {
    /// How many lines stand in an error.
    static let lines = 20

    /// The last lines of a log, fit to be shown.
    package static func lastLines(_ log: [UInt8], count: Int = lines) -> [String] {
        log.split(separator: UInt8(ascii: "\n")).suffix(count).map { OneLine.text($0) }.filter { !$0.isEmpty }
    }
}
