/// The completion script for zsh.
struct ZshCompletion {
    let tree: CompletionTree

    var script: String {
        let tables = ShellTables(tree: tree)
        let lines =
            [
                "#compdef \(tree.program)",
                "# zsh completion for \(tree.program): save this file as _\(tree.program) in a folder on fpath, or source it",
                "# after compinit.",
            ]
            + tables.optionTable + tables.wordTable
            + tables.verbTable(entry: ShellQuoting.zshDescription)
            + tables.switchTable { option in
                option.forms.map { ShellQuoting.zshDescription($0, option.summary.collapsed) }
            }
            + tables.step
        return lines.map { "\($0)\n" }.joined() + main
    }

    private var prefix: String { tree.prefix }

    private var main: String {
        """

        # Offers the values described by kind and choices.
        \(prefix)_value() {
            local expl
            case $kind in
                file) _files ;;
                directory) _wanted directories expl directory _path_files -/ ;;
                choice) _wanted values expl value compadd -a choices ;;
                *) return 1 ;;
            esac
        }

        \(prefix)_complete() {
            local at=\(ShellQuoting.posix(tree.program)) kind= expecting= ended= helping= option
            local -i index count=0
            local -a choices verbs switches
            for ((index = 2; index < CURRENT; index++)); do
                \(prefix)_step "${(Q)words[index]}"
            done
            if [[ -n $expecting ]]; then
                \(prefix)_value
            elif [[ -z $ended && $PREFIX == --*=* ]]; then
                option=${PREFIX%%=*}
                compset -P 1 '*='
                \(prefix)_option "$at" "$option"
                \(prefix)_value
            elif [[ -z $ended && $PREFIX == -* ]]; then
                \(prefix)_switches "$at"
                _describe -t options option switches
            else
                \(prefix)_verbs "$at"
                if [[ ${#verbs[@]} -gt 0 && $count -eq 0 ]]; then
                    [[ -z $ended ]] && _describe -t commands command verbs
                elif [[ -z $helping ]]; then
                    \(prefix)_word "$at" $((count + 1))
                    if [[ -n $kind ]]; then
                        \(prefix)_value
                    elif [[ -z $PREFIX && -z $ended ]]; then
                        \(prefix)_switches "$at"
                        _describe -t options option switches
                    fi
                fi
            fi
        }

        # When autoloaded, this file is the function; when sourced, it registers the function.
        if [[ ${funcstack[1]} == _\(tree.program) ]]; then
            \(prefix)_complete "$@"
        elif (( ${+functions[compdef]} )); then
            compdef \(prefix)_complete \(ShellQuoting.posix(tree.program))
        fi

        """
    }
}
