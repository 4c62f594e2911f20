public import HapticPatterns
import JSON
public import LanguageServices
import Platform

/// Reads the theme file named in a configuration.
public enum ThemeFile {
    /// Reads a theme and the files that it refers to.
    ///
    /// Only files in the theme's folder can be read, by plain file name.
    ///
    /// - Parameter path: The file.
    /// - Returns: The theme, and the findings about the file.
    /// - Throws: `ServiceError.Code.configuration` when it cannot be read or is not a theme.
    public static func read(
        _ path: String
    ) throws(ServiceError) -> (theme: FeedbackTheme, findings: [PatternFinding]) {
        do throws(ServiceError) {
            let bytes = try WholeFile.read(path, limit: PatternFile.maximumSize)
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            return try FeedbackTheme.read(bytes, name: path) { (name) throws(ServiceError) in
                guard !name.contains("/"), !name.utf8.contains(0), name != "..", name != "." else {
                    throw ServiceError(
                        .invalidRequest,
                        "the theme refers to a file outside its folder",
                        remedy: "put the file in the theme's folder, and use its plain name"
                    )
                }
                return try WholeFile.read(folder + name, limit: PatternFile.maximumSize)
            }
        } catch {
            throw ServiceError(.configuration, error.message, remedy: error.remedy)
        }
    }
}

extension FeedbackTheme {
    /// Reads a theme file.
    ///
    ///     {
    ///       "name": "calm",
    ///       "basedOn": "standard",
    ///       "events": {
    ///         "success": "selection",
    ///         "error": { "pattern": "error", "strength": 0.5 },
    ///         "swipe-left": { "file": "left.ahap", "followsProgress": true },
    ///         "streak": { "pattern": { "events": [ { "time": 0, "intensity": 0.6 } ] } },
    ///         "warning": null
    ///       }
    ///     }
    ///
    /// The value of an event is the name of a built-in pattern, `null` for no feedback, or an object. The object has
    /// either `pattern` (the name of a built-in pattern, or a pattern in the native format) or `file` (a file in the
    /// theme's folder, in any readable format). It may also have `strength` (0…1), `followsProgress` and `profile`
    /// (`quiet`, or `full` to play only in that profile). `basedOn` names the theme that supplies missing events:
    /// `standard`, or `none`. A feedbackd theme is also accepted.
    ///
    /// An invalid entry is omitted, and the event falls back to the base theme.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: Its name, for messages.
    ///   - file: Returns the bytes of a file that the theme refers to. This closure decides which names are allowed; by
    ///     default, no files are available.
    /// - Returns: The theme, and the findings about the file in file order.
    /// - Throws: `ServiceError.Code.invalidRequest` with line and column when it is not a theme.
    public static func read(
        _ bytes: [UInt8],
        name: String,
        file: @escaping (String) throws(ServiceError) -> [UInt8] = { _ throws(ServiceError) in
            throw ServiceError(.unsupported, "theme files are not available here")
        }
    ) throws(ServiceError) -> (theme: FeedbackTheme, findings: [PatternFinding]) {
        let document = try PatternDocument(bytes, name: name)
        if document.root["profiles"]?.elements != nil {
            let (theme, repairs) = try FeedbackdTheme.read(bytes, name: name)
            return (FeedbackTheme(theme), repairs)
        }
        do throws(ServiceError) {
            var reader = ThemeReader(file: file)
            let theme = try reader.read(document.root)
            return (theme, PatternFinding.inOrder(document.repairs + reader.reading.log.all()))
        } catch {
            throw document.explained(error)
        }
    }

    /// Converts a feedbackd theme; if an event is in several profiles, the lowest one with haptics is used.
    public init(_ theme: FeedbackdTheme) {
        var entries: [String: Entry?] = [:]
        for feedback in theme.feedbacks {
            if let known = entries[feedback.event], let entry = known, entry.profile <= feedback.profile { continue }
            entries[feedback.event] = Entry(.pattern(feedback.pattern), profile: feedback.profile)
        }
        self.init(name: theme.name, entries: entries)
    }
}

/// Reads native theme files.
private struct ThemeReader {
    var reading = NodeReading()
    let file: (String) throws(ServiceError) -> [UInt8]

    /// The maximum number of events in a theme.
    private static let maximumEvents = 1000

    /// The fix for an invalid entry.
    private static let leftOut = "the entry is left out"

    mutating func read(_ root: JSONNode) throws(ServiceError) -> FeedbackTheme {
        guard let events = root["events"], let members = events.members else {
            throw ServiceError(
                .invalidRequest,
                "\(root.position): there is no object \"events\", so this is not a theme",
                remedy: "a theme is { \"name\": \"…\", \"events\": { \"success\": \"success\" } }"
            )
        }
        guard members.count <= Self.maximumEvents else {
            throw ServiceError(
                .limitExceeded,
                "\(events.position): the theme has more than \(Self.maximumEvents) events"
            )
        }
        reading.checkKeys(root, ["name", "version", "basedOn", "events"], path: "$")
        var theme = FeedbackTheme(name: root["name"]?.string ?? "", entries: base(root).entries)
        for member in members {
            let path = "$.events.\(JSONExcerpt.escaped(member.key))"
            guard !member.key.isEmpty else {
                reading.report(.leftOut, member.value, path, "the event name is empty", fix: Self.leftOut)
                continue
            }
            if member.value.isNull {
                theme.entries[member.key] = .some(nil)
            } else if let entry = entry(member.value, path: path) {
                theme.entries[member.key] = entry
            }
        }
        return theme
    }

    private mutating func base(_ root: JSONNode) -> FeedbackTheme {
        guard let node = root["basedOn"], !node.isNull else { return .standard }
        switch node.string {
        case "standard": return .standard
        case "none": return FeedbackTheme(name: "none", entries: [:])
        default:
            reading.report(
                .unknownKey,
                node,
                "$.basedOn",
                "basedOn must be \"standard\" or \"none\"",
                fix: "\"standard\" is used"
            )
            return .standard
        }
    }

    private mutating func entry(_ node: JSONNode, path: String) -> FeedbackTheme.Entry? {
        if let name = node.string { return builtIn(name, node, path).map { FeedbackTheme.Entry(.builtIn($0)) } }
        guard node.members != nil else {
            reading.reportType(node, path, "a name, an object or null", fix: Self.leftOut)
            return nil
        }
        reading.checkKeys(node, ["pattern", "file", "strength", "followsProgress", "profile"], path: path)
        guard let source = source(node, path: path) else { return nil }
        var entry = FeedbackTheme.Entry(source)
        entry.strength = reading.number("strength", of: node, in: 0...1, path: path) ?? 1
        if let follows = node["followsProgress"] {
            entry.followsProgress = follows.bool ?? false
            if follows.bool == nil {
                reading.report(
                    .wrongType,
                    follows,
                    "\(path).followsProgress",
                    "expected true or false, found \(follows.kindName)",
                    fix: "false is used"
                )
            }
        }
        if let profile = node["profile"] {
            if let known = FeedbackProfile(rawValue: profile.string ?? ""), known != .silent {
                entry.profile = known
            } else {
                let message = "the profile must be \"quiet\" or \"full\""
                reading.report(.outOfRange, profile, "\(path).profile", message, fix: "\"quiet\" is used")
            }
        }
        return entry
    }

    private mutating func source(_ node: JSONNode, path: String) -> FeedbackTheme.Source? {
        if let pattern = node["pattern"] {
            if let name = pattern.string {
                return builtIn(name, pattern, "\(path).pattern").map { .builtIn($0) }
            }
            return self.pattern(pattern, "\(path).pattern") { () throws(ServiceError) in
                try NativeFormat.read(pattern).imported(.pattern)
            }
        }
        if let name = node["file"] {
            guard let text = name.string, !text.isEmpty else {
                reading.reportType(name, "\(path).file", "a file name", fix: Self.leftOut)
                return nil
            }
            let file = file
            return pattern(name, "\(path).file") { () throws(ServiceError) in
                try PatternFile.read(try file(text), name: text)
            }
        }
        reading.report(.missingKey, node, path, "both pattern and file are missing", fix: Self.leftOut)
        return nil
    }

    private mutating func pattern(
        _ node: JSONNode,
        _ path: String,
        _ read: () throws(ServiceError) -> ImportedPattern
    ) -> FeedbackTheme.Source? {
        do throws(ServiceError) {
            return .pattern(try read().pattern)
        } catch {
            reading.report(.leftOut, node, path, error.description, fix: Self.leftOut)
            return nil
        }
    }

    private mutating func builtIn(_ name: String, _ node: JSONNode, _ path: String) -> BuiltInPattern? {
        if let pattern = BuiltInPattern(rawValue: name) { return pattern }
        let names = BuiltInPattern.allCases.map(\.rawValue).joined(separator: ", ")
        reading.report(
            .unknownKey,
            node,
            path,
            "there is no built-in pattern \(JSONExcerpt.quoted(name)); available: \(names)",
            fix: Self.leftOut
        )
        return nil
    }
}
