public import HapticPatterns
import JSON
public import LanguageServices

/// A theme of feedbackd, the feedback daemon of Linux phones, as far as it can be felt.
///
/// The layout is that of its manual page `feedback-themes(5)`: up to three profiles, each with feedbacks for events. A magnitude is
/// how strongly the motor moves, so it is the square of an intensity; see ``HapticAmplitude``.
public struct FeedbackdTheme: Sendable, Hashable {
    /// What happens at an event in a profile.
    public struct Feedback: Sendable, Hashable {
        /// The event, by its name.
        public var event: String

        /// The profile in which it stands.
        public var profile: FeedbackProfile

        /// What is felt.
        public var pattern: HapticPattern

        /// Creates a feedback.
        public init(event: String, profile: FeedbackProfile = .quiet, pattern: HapticPattern) {
            self.event = event
            self.profile = profile
            self.pattern = pattern
        }
    }

    /// The name of the theme.
    public var name: String

    /// The theme that says what this one does not.
    public var parentName: String?

    /// What is felt, in the order of the file.
    public var feedbacks: [Feedback]

    /// Creates a theme.
    public init(name: String, parentName: String? = nil, feedbacks: [Feedback]) {
        self.name = name
        self.parentName = parentName
        self.feedbacks = feedbacks
    }

    /// Reads a theme.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: Its name, for messages.
    /// - Returns: The theme, and what was repaired. Sounds and lights are left out, and that is noted.
    /// - Throws: `ServiceError` when it is no theme.
    public static func read(
        _ bytes: [UInt8],
        name: String
    ) throws(ServiceError) -> (theme: FeedbackdTheme, repairs: [PatternFinding]) {
        let document = try PatternDocument(bytes, name: name)
        do throws(ServiceError) {
            let reader = try FeedbackdReader(document.root)
            var feedbacks: [Feedback] = []
            for found in reader.found {
                let pattern = try found.parts.imported(.feedbackd).pattern
                feedbacks.append(Feedback(event: found.event, profile: found.profile, pattern: pattern))
            }
            let theme = FeedbackdTheme(name: reader.name, parentName: reader.parentName, feedbacks: feedbacks)
            return (theme, document.repairs(of: .feedbackd) + reader.repairs)
        } catch {
            throw document.explained(error)
        }
    }

    /// The theme as a file, and what the format cannot hold of its patterns.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when nothing of a pattern is felt.
    public func written() throws(ServiceError) -> ExportedPattern {
        var losses: [ExportLoss] = []
        var profiles: [(FeedbackProfile, [JSONValue])] = FeedbackProfile.allCases.reversed().map { ($0, []) }
        for feedback in feedbacks {
            let (members, own) = try FeedbackdWriter.members(feedback.pattern)
            for loss in own where !losses.contains(loss) { losses.append(loss) }
            for index in profiles.indices where profiles[index].0 == feedback.profile {
                profiles[index].1.append(.object([("event-name", .string(feedback.event))] + members))
            }
        }
        var document: [(String, JSONValue)] = [("name", .string(name))]
        if let parentName { document.append(("parent-name", .string(parentName))) }
        document.append(
            (
                "profiles",
                .array(
                    profiles.filter { !$0.1.isEmpty }
                        .map { ["name": .string($0.0.rawValue), "feedbacks": .array($0.1)] }
                )
            )
        )
        return ExportedPattern(bytes: FileText.bytes(.object(document)), losses: losses)
    }
}
