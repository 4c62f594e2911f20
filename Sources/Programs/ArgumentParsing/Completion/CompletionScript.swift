/// Completion scripts for the shells, made from the tree of commands.
///
/// The scripts are complete in themselves: they never call the program. All three follow the rules of
/// ``ArgumentParser``: they find the command among the words already typed, know which options take a value, and offer
/// neither options nor commands behind `--`. Hidden commands and options are left out.
package enum CompletionScript {
    /// A script for bash 3.2 and later.
    package static func bash(_ root: Command) -> String {
        BashCompletion(tree: CompletionTree(root)).script
    }

    /// A script for zsh 5 and later, to be sourced behind `compinit` or put as `_program` into a folder of `fpath`.
    package static func zsh(_ root: Command) -> String {
        ZshCompletion(tree: CompletionTree(root)).script
    }

    /// A script for fish 3 and later.
    package static func fish(_ root: Command) -> String {
        FishCompletion(tree: CompletionTree(root)).script
    }
}
