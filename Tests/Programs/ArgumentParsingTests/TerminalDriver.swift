import Foundation
import Testing

/// Types lines into an interactive bash or zsh on a pseudo-terminal, presses Tab, and reads the line back.
///
/// zsh provides the pseudo-terminal (`zpty`), so no other tool is required.
enum TerminalDriver {
    /// The command lines after Tab, or `nil` when a shell is missing.
    ///
    /// - Parameters:
    ///   - shell: `bash` or `zsh`.
    ///   - isAutoloaded: Whether zsh autoloads the script from a folder on `fpath` instead of sourcing it.
    static func completed(
        _ lines: [String],
        by shell: String,
        script: URL,
        in folder: URL,
        isAutoloaded: Bool = false
    ) throws -> [String]? {
        guard ShellRunner(shell) != nil, let zsh = ShellRunner("zsh") else { return nil }
        let output = script.deletingLastPathComponent().appendingPathComponent("output")
        let mode = isAutoloaded ? "zsh-autoload" : shell
        _ = try zsh.output(["-f", "-c", program, "driver", mode, script.path, folder.path, output.path] + lines)
        let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast().map(String.init)
    }

    /// Waits for answers in a file instead of a fixed time; the limit of 30 seconds only stops a shell that hangs.
    private static let program = #"""
        zmodload zsh/zpty zsh/zselect || exit 3
        mode=$1 folder=$3 out=$4
        export SCRIPT=$2 OUT=$out TERM=dumb INPUTRC=/dev/null
        shift 4
        : > $out
        zdump='COLUMNS=200; dump() { print -r -- "$BUFFER" >> "$OUT"; BUFFER=; }; zle -N dump; bindkey "^G" dump
               bindkey "^I" complete-word; unsetopt automenu autolist beep; print ready >> "$OUT"'
        case $mode in
            bash)
                zpty -b shell "cd ${(q)folder}; exec bash --norc --noprofile -i"
                setup='bind "set bell-style none"; bind "set enable-bracketed-paste off"
                       dump() { printf "%s\n" "$READLINE_LINE" >> "$OUT"; READLINE_LINE= READLINE_POINT=0; }
                       bind -x '\''"\C-g": dump'\''; source "$SCRIPT"; printf "ready\n" >> "$OUT"'
                ;;
            zsh)
                zpty -b shell "cd ${(q)folder}; exec zsh -f -i"
                setup='autoload -Uz compinit; compinit -u -D; source "$SCRIPT"; '$zdump
                ;;
            zsh-autoload)
                zpty -b shell "cd ${(q)folder}; exec zsh -f -i"
                setup='fpath=(${SCRIPT:h} $fpath); autoload -Uz compinit; compinit -u -D; '$zdump
                ;;
        esac
        await() {
            local -i tries=0
            local chunk
            while (( $(wc -l < $out) < $1 )); do
                while zpty -r -t shell chunk; do :; done
                zselect -t 2
                if (( ++tries > 1500 )); then
                    print -u2 -r -- "no answer to line $1: $chunk"
                    zpty -d shell
                    exit 4
                fi
            done
        }
        integer count=1
        zpty -w shell "$setup"
        await count
        for keys in "$@"; do
            zpty -w -n shell "$keys"$'\t\a'
            (( ++count ))
            await count
        done
        zpty -d shell
        """#
}
