/// The functions shared by bash and zsh: tables of commands and options, and the loop over the typed words.
///
/// The functions return results in the caller's variables: `kind` and `choices` describe a value, `verbs` lists the
/// subcommands, and `at`, `expecting`, `ended` and `count` hold the parser state.
struct ShellTables {
    let tree: CompletionTree

    private var prefix: String { tree.prefix }

    /// Sets `kind` for an option's value; it stays empty for a flag.
    var optionTable: [String] {
        let cases = tree.nodes.flatMap { node in
            node.options.filter(\.takesValue).map { option in
                let patterns = option.forms.flatMap { form in
                    let own = ShellQuoting.posix("\(node.line):\(form)")
                    let below = "\(ShellQuoting.posix("\(node.line) "))*\(ShellQuoting.posix(":\(form)"))"
                    return node.isGroup ? [own, below] : [own]
                }
                return "        \(patterns.joined(separator: "|"))) \(assignment(option.completion)) ;;"
            }
        }
        return function(
            "option",
            "the value type of option $2 of command $1",
            reset: "kind= choices=()",
            cases,
            "$1:$2"
        )
    }

    /// Sets `kind` for a positional word by its number.
    var wordTable: [String] {
        let cases = tree.nodes.flatMap { node in
            node.slots.flatMap { slot in
                let places: [String] =
                    slot.last.map { last in
                        last < slot.first ? [] : (slot.first...last).map { ShellQuoting.posix("\(node.line):\($0)") }
                    } ?? ["\(ShellQuoting.posix("\(node.line):"))*"]
                return places.map { "        \($0)) \(assignment(slot.positional.completion)) ;;" }
            }
        }
        return function(
            "word",
            "the value type of word number $2 of command $1",
            reset: "kind= choices=()",
            cases,
            "$1:$2"
        )
    }

    /// Sets `verbs`; `entry` formats each item from a command's name and summary.
    func verbTable(entry: (String, String) -> String) -> [String] {
        let cases = tree.nodes.filter { !$0.subcommands.isEmpty }.map { node in
            let entries = node.subcommands.map(entry).joined(separator: " ")
            return "        \(ShellQuoting.posix(node.line))) verbs=(\(entries)) ;;"
        }
        return function("verbs", "the subcommands of command $1", reset: "verbs=()", cases, "$1")
    }

    /// Adds the options of a command and its parent commands to `switches`.
    func switchTable(entries: (OptionSpecification) -> [String]) -> [String] {
        var lines = ["", "# Sets the options of the command $1.", "\(prefix)_switches() {", "    switches=()"]
        for node in tree.nodes where !node.options.isEmpty {
            let own = ShellQuoting.posix(node.line)
            let below = "\(ShellQuoting.posix("\(node.line) "))*"
            lines.append("    case \"$1\" in")
            lines.append("        \(node.isGroup ? "\(own)|\(below)" : own))")
            lines += node.options.map { "            switches+=(\(entries($0).joined(separator: " ")))" }
            lines += ["            ;;", "    esac"]
        }
        return lines + ["}"]
    }

    /// Processes one typed word.
    var step: [String] {
        let children = tree.nodes.dropFirst().map { ShellQuoting.posix($0.line) }
        let hasHelpVerb = tree.nodes.first?.subcommands.contains { $0.name == StandardOptions.helpVerb } ?? false
        let program = ShellQuoting.posix(tree.program)
        let descend =
            children.isEmpty
            ? ["        at="]
            : ["        case \"$at $word\" in", "            \(children.joined(separator: "|"))) at=\"$at $word\" ;;"]
                + tree.nodes.filter(\.isLeafWithCommands).map { node in
                    "            \(ShellQuoting.posix("\(node.line) "))*) count=$((count + 1)) ;;"
                } + ["            *) at= ;;", "        esac"]
        let help =
            hasHelpVerb
            ? ["    elif [[ $at == \(program) && $word == \(StandardOptions.helpVerb) ]]; then", "        helping=1"]
            : []
        return """

            # Processes the typed word $1.
            \(prefix)_step() {
                local word=$1 letters
                if [[ -n $expecting ]]; then
                    expecting=
                elif [[ -n $ended ]]; then
                    count=$((count + 1))
                elif [[ $word == -- ]]; then
                    ended=1
                elif [[ $word == --*=* ]]; then
                    :
                elif [[ $word == --* ]]; then
                    \(prefix)_option "$at" "$word"
                    expecting=$kind
                elif [[ $word == -?* && $word != -[0-9]* && $word != -.[0-9]* ]]; then
                    letters=${word#-}
                    while [[ -n $letters ]]; do
                        \(prefix)_option "$at" "-${letters:0:1}"
                        letters=${letters:1}
                        if [[ -n $kind ]]; then
                            if [[ -z $letters ]]; then expecting=$kind; fi
                            break
                        fi
                    done
                elif \(prefix)_verbs "$at"; [[ ${#verbs[@]} -eq 0 || $count -gt 0 ]]; then
                    count=$((count + 1))
            """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                + help + ["    else"] + descend + ["    fi", "}"]
    }

    private func function(
        _ name: String,
        _ purpose: String,
        reset: String,
        _ cases: [String],
        _ subject: String
    ) -> [String] {
        let body = cases.isEmpty ? [] : ["    case \"\(subject)\" in"] + cases + ["    esac"]
        return ["", "# Sets \(purpose).", "\(prefix)_\(name)() {", "    \(reset)"] + body + ["}"]
    }

    private func assignment(_ completion: ValueCompletion) -> String {
        switch completion {
        case .none: "kind=text"
        case .file: "kind=file"
        case .directory: "kind=directory"
        case .choices(let choices): "kind=choice choices=(\(choices.map(ShellQuoting.posix).joined(separator: " ")))"
        }
    }
}
