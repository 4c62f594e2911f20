package import Foundation
package import Testing

/// Compares `text` with the file `Snapshots/<name>.txt` next to the calling test.
///
/// With `PARLANCE_RECORD_SNAPSHOTS=1` in the environment the file is written instead, and the test still fails, so that
/// a recording run is never mistaken for a successful one.
package func expectSnapshot(
    _ text: String,
    named name: String,
    filePath: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let isRecording = ProcessInfo.processInfo.environment["PARLANCE_RECORD_SNAPSHOTS"] == "1"
    let snapshot = Snapshot(name: name, folder: Snapshot.folder(besideFile: filePath))
    if let failure = snapshot.verdict(on: text, isRecording: isRecording).failure {
        Issue.record("snapshot '\(name)': \(failure)", sourceLocation: sourceLocation)
    }
}

/// A file that a text must equal.
package struct Snapshot {
    package enum Verdict: Equatable {
        case matches
        case differs(String)
        case missing
        case recorded
        case failed(String)
    }

    package let name: String
    package let folder: URL

    package init(name: String, folder: URL) {
        self.name = name
        self.folder = folder
    }

    package static func folder(besideFile path: String) -> URL {
        URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("Snapshots", isDirectory: true)
    }

    package var file: URL { folder.appendingPathComponent("\(name).txt") }

    package func verdict(on text: String, isRecording: Bool) -> Verdict {
        if isRecording {
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
                return .recorded
            } catch {
                return .failed("cannot be written: \(error)")
            }
        }
        guard let data = try? Data(contentsOf: file) else { return .missing }
        let expected = String(decoding: data, as: UTF8.self)
        return expected.utf8.elementsEqual(text.utf8) ? .matches : .differs(LineDifference(expected, text).description)
    }
}

extension Snapshot.Verdict {
    /// The message for a failure, or `nil` on success.
    package var failure: String? {
        let advice = "run the tests with PARLANCE_RECORD_SNAPSHOTS=1, check the result and commit it"
        return switch self {
        case .matches: nil
        case .differs(let difference):
            "the text has changed (- snapshot, + now); if that is intended, \(advice)\n\(difference)"
        case .missing: "the file does not exist; \(advice)"
        case .recorded: "recorded; run again without PARLANCE_RECORD_SNAPSHOTS"
        case .failed(let reason): reason
        }
    }
}

/// The lines that differ between two texts, with some context.
package struct LineDifference: CustomStringConvertible {
    private static let context = 2

    package let description: String

    package init(_ old: String, _ new: String) {
        let old = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let new = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [(text: String, isChange: Bool)] = []
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            if i < old.count, removed.contains(i) {
                lines.append(("-\(old[i])", true))
                i += 1
            } else if j < new.count, inserted.contains(j) {
                lines.append(("+\(new[j])", true))
                j += 1
            } else {
                if i < old.count { lines.append((" \(old[i])", false)) }
                i += 1
                j += 1
            }
        }
        var shown: [String] = []
        var isSkipping = false
        for (index, line) in lines.enumerated() {
            let near = lines[max(0, index - Self.context)..<min(lines.count, index + Self.context + 1)]
            if near.contains(where: \.isChange) {
                shown.append(line.text)
                isSkipping = false
            } else if !isSkipping {
                shown.append("…")
                isSkipping = true
            }
        }
        description = shown.joined(separator: "\n")
    }
}
