/// The completion script for bash.
struct BashCompletion {
    let tree: CompletionTree

    var script: String {
        let tables = ShellTables(tree: tree)
        let lines =
            ["# bash completion for \(tree.program): source this file, or copy it to the bash-completion folder."]
            + tables.optionTable + tables.wordTable
            + tables.verbTable { name, _ in ShellQuoting.posix(name) }
            + tables.switchTable { $0.forms.map(ShellQuoting.posix) }
            + tables.step
        return lines.map { "\($0)\n" }.joined() + words + offer + main
    }

    private var prefix: String { tree.prefix }

    /// bash splits words at `=` and `:`; the full line shows which parts belong together.
    private var words: String {
        """

        # Sets typed to the words up to the cursor, rejoined where bash split them at '=' or ':'.
        \(prefix)_typed() {
            local line=${COMP_LINE:0:COMP_POINT} rest word index
            typed=()
            for ((index = 0; index <= COMP_CWORD; index++)); do
                word=${COMP_WORDS[index]}
                rest=${line#"${line%%[![:space:]]*}"}
                if ((index == COMP_CWORD)); then word=$rest; fi
                if ((index > 0)) && [[ -n $line && $rest == "$line" ]]; then
                    typed[${#typed[@]} - 1]+=$word
                else
                    typed[${#typed[@]}]=$word
                fi
                line=${rest#"$word"}
            done
        }

        """
    }

    private var offer: String {
        """

        # Offers the candidates in $3 and later: $1 is their prefix, $2 the part that is already typed.
        \(prefix)_offer() {
            local lead=$1 value=$2 cut= breaks= open= candidate quoted
            shift 2
            # readline only replaces the text after the last of these.
            if [[ $COMP_WORDBREAKS == *=* ]]; then breaks==; fi
            if [[ $COMP_WORDBREAKS == *:* ]]; then breaks+=:; fi
            if [[ -n $breaks && $lead$value == *[$breaks]* ]]; then
                cut=$lead$value
                cut=${cut%"${cut##*[$breaks]}"}
            fi
            # After an open quotation mark, readline quotes by itself.
            if [[ $value == [\\"\\']* ]]; then open=1 value=${value:1}; fi
            for candidate in "$@"; do
                printf -v quoted %q "$candidate"
                if [[ $candidate == "$value"* || $quoted == "$value"* ]]; then
                    if [[ -z $open ]]; then candidate=$quoted; fi
                    candidate=$lead$candidate
                    COMPREPLY[${#COMPREPLY[@]}]=${candidate#"$cut"}
                fi
            done
        }

        # Offers the values described by kind and choices.
        \(prefix)_value() {
            case $kind in
                # Without candidates, readline completes file names itself, and quotes them as required.
                file)
                    compopt -o filenames -o default 2>/dev/null ||
                        while IFS= read -r word; do COMPREPLY[${#COMPREPLY[@]}]=$word; done < <(compgen -f -- "$2")
                    ;;
                directory)
                    compopt -o filenames -o dirnames 2>/dev/null ||
                        while IFS= read -r word; do COMPREPLY[${#COMPREPLY[@]}]=$word; done < <(compgen -d -- "$2")
                    ;;
                choice) \(prefix)_offer "$1" "$2" "${choices[@]}" ;;
            esac
        }

        """
    }

    private var main: String {
        """

        \(prefix)_complete() {
            local at=\(ShellQuoting.posix(tree.program)) kind= expecting= ended= helping= count=0 index word option
            local -a typed choices verbs switches
            COMPREPLY=()
            \(prefix)_typed
            for ((index = 1; index < ${#typed[@]} - 1; index++)); do
                \(prefix)_step "${typed[index]}"
            done
            word=${typed[${#typed[@]} - 1]}
            if [[ -n $expecting ]]; then
                \(prefix)_value '' "$word"
            elif [[ -z $ended && $word == --*=* ]]; then
                option=${word%%=*}
                \(prefix)_option "$at" "$option"
                \(prefix)_value "$option=" "${word#*=}"
            elif [[ -z $ended && $word == -* ]]; then
                \(prefix)_switches "$at"
                \(prefix)_offer '' "$word" "${switches[@]}"
            else
                \(prefix)_verbs "$at"
                if [[ ${#verbs[@]} -gt 0 && $count -eq 0 ]]; then
                    if [[ -z $ended ]]; then \(prefix)_offer '' "$word" "${verbs[@]}"; fi
                elif [[ -z $helping ]]; then
                    \(prefix)_word "$at" $((count + 1))
                    \(prefix)_value '' "$word"
                    if [[ -z $kind && -z $word && -z $ended ]]; then
                        \(prefix)_switches "$at"
                        \(prefix)_offer '' '' "${switches[@]}"
                    fi
                fi
            fi
        }

        complete -F \(prefix)_complete \(ShellQuoting.posix(tree.program))

        """
    }
}
