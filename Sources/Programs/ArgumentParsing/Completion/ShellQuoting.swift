/// Quotes text for the shells.
enum ShellQuoting {
    /// A word for bash and zsh: in single quotes, where nothing but the quote itself is special.
    static func posix(_ text: String) -> String {
        "'\(text.substituting("'", with: "'\\''"))'"
    }

    /// A word for fish: in single quotes, where the quote and the backslash are special.
    static func fish(_ text: String) -> String {
        "'\(text.substituting("\\", with: "\\\\").substituting("'", with: "\\'"))'"
    }

    /// An entry of zsh's `_describe`: a colon parts the name from the description, and a backslash escapes in both.
    static func zshDescription(_ name: String, _ summary: String) -> String {
        let name = name.substituting("\\", with: "\\\\").substituting(":", with: "\\:")
        return posix("\(name):\(summary.substituting("\\", with: "\\\\"))")
    }
}

extension String {
    fileprivate func substituting(_ target: Unicode.Scalar, with replacement: String) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if scalar == target {
                result += replacement
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
