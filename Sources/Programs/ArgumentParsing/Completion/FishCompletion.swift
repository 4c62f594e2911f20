/// The completion script for fish.
struct FishCompletion {
    let tree: CompletionTree

    var script: String {
        let lines =
            [
                "# fish completion for \(tree.program): source this file, or copy it to fish's completions folder."
            ]
            + takesValue
            + [state]
            + ["complete -c \(program) -f"]
            + tree.nodes.flatMap { verbs(of: $0) + options(of: $0) + words(of: $0) }
        return lines.map { "\($0)\n" }.joined()
    }

    private var prefix: String { tree.prefix }

    private var program: String { ShellQuoting.fish(tree.program) }

    private var takesValue: [String] {
        let patterns = tree.nodes.flatMap { node in
            node.options.filter(\.takesValue).flatMap(\.forms).flatMap { form in
                [ShellQuoting.fish("\(node.line):\(form)")]
                    + (node.isGroup ? [ShellQuoting.fish("\(node.line) *:\(form)")] : [])
            }
        }
        return ["", "function \(prefix)_takes_value -a at option", "    switch \"$at:$option\""]
            + patterns.map { "        case \($0)\n            return 0" }
            + ["    end", "    return 1", "end"]
    }

    private var state: String {
        let both = tree.nodes.filter(\.isLeafWithCommands).map { ShellQuoting.fish($0.line) }.joined(separator: " ")
        let word =
            both.isEmpty
            ? "" : "\n        else if contains -- \"$at\" \(both)\n            set count (math $count + 1)"
        let groups = tree.nodes.filter { !$0.subcommands.isEmpty }.map { ShellQuoting.fish($0.line) }.joined(
            separator: " "
        )
        let children = tree.nodes.dropFirst().map { ShellQuoting.fish($0.line) }.joined(separator: " ")
        let hasHelpVerb = tree.nodes.first?.subcommands.contains { $0.name == StandardOptions.helpVerb } ?? false
        let help =
            hasHelpVerb
            ? "\n        else if test \"$at $word\" = \(ShellQuoting.fish("\(tree.program) \(StandardOptions.helpVerb)"))"
                + "\n            set helping 1"
            : ""
        return """

            # Prints the state of the line: the command, its word count, whether options have ended, and whether it is a
            # request for help.
            function \(prefix)_state
                set -l at \(program)
                set -l count 0
                set -l ended 0
                set -l helping 0
                set -l expecting 0
                set -l typed (commandline -opc)
                set -e typed[1]
                for word in $typed
                    if test $expecting = 1
                        set expecting 0
                    else if test $ended = 1
                        set count (math $count + 1)
                    else if test "$word" = --
                        set ended 1
                    else if string match -q -- '--*=*' "$word"
                        continue
                    else if string match -q -- '--*' "$word"
                        \(prefix)_takes_value "$at" "$word"; and set expecting 1
                    else if string match -qr -- '^-[^0-9.]|^-\\.[^0-9]|^-\\.$' "$word"
                        set -l letters (string split '' -- (string sub -s 2 -- "$word"))
                        while set -q letters[1]
                            if \(prefix)_takes_value "$at" "-$letters[1]"
                                set -q letters[2]; or set expecting 1
                                break
                            end
                            set -e letters[1]
                        end
                    else if not contains -- "$at" \(groups); or test $count -gt 0
                        set count (math $count + 1)\(help)
                    else if contains -- "$at $word" \(children)
                        set at "$at $word"\(word)
                    else
                        set at ''
                    end
                end
                printf '%s\\n' "$at" $count $ended $helping
            end

            function \(prefix)_verbs_of -a at
                set -l state (\(prefix)_state)
                test "$state[1]" = "$at" -a $state[2] = 0 -a $state[3] = 0
            end

            function \(prefix)_options_only_of -a at
                set -l state (\(prefix)_state)
                test "$state[1]" = "$at" -a $state[3] = 0
            end

            function \(prefix)_options_of -a at
                set -l state (\(prefix)_state)
                test $state[3] = 0; and begin
                    test "$state[1]" = "$at"; or string match -q -- "$at *" "$state[1]"
                end
            end

            function \(prefix)_word_of -a at first last
                set -l state (\(prefix)_state)
                test "$state[1]" = "$at" -a $state[4] = 0; and test $state[2] -ge (math $first - 1)
                and test $last = 0 -o $state[2] -lt $last
            end

            """
    }

    private func verbs(of node: CompletionTree.Node) -> [String] {
        let condition = ShellQuoting.fish("\(prefix)_verbs_of \(ShellQuoting.fish(node.line))")
        return node.subcommands.map { subcommand in
            let name = ShellQuoting.fish(subcommand.name)
            return "complete -c \(program) -n \(condition) -a \(name) -d \(ShellQuoting.fish(subcommand.summary))"
        }
    }

    private func options(of node: CompletionTree.Node) -> [String] {
        let function = node.isLeafWithCommands ? "options_only_of" : "options_of"
        let condition = ShellQuoting.fish("\(prefix)_\(function) \(ShellQuoting.fish(node.line))")
        return node.options.map { option in
            let short = option.shortName.map { " -s \(ShellQuoting.fish(String($0)))" } ?? ""
            let names = "-l \(ShellQuoting.fish(option.longName))\(short)"
            let value = option.takesValue ? " -r \(candidates(option.completion))" : ""
            return
                "complete -c \(program) -n \(condition) \(names)\(value) -d \(ShellQuoting.fish(option.summary.collapsed))"
        }
    }

    private func words(of node: CompletionTree.Node) -> [String] {
        node.slots.compactMap { slot in
            guard slot.positional.completion != .none else { return nil }
            let call = "\(prefix)_word_of \(ShellQuoting.fish(node.line)) \(slot.first) \(slot.last ?? 0)"
            return "complete -c \(program) -n \(ShellQuoting.fish(call)) \(candidates(slot.positional.completion))"
        }
    }

    private func candidates(_ completion: ValueCompletion) -> String {
        switch completion {
        case .none:
            return "-f"
        case .file:
            return "-F"
        case .directory:
            return "-f -a '(__fish_complete_directories)'"
        case .choices(let choices):
            // fish expands the list again on completion.
            return "-f -a \(ShellQuoting.fish(choices.map(ShellQuoting.fish).joined(separator: " ")))"
        }
    }
}
