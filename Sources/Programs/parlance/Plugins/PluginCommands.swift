import ArgumentParsing
import LanguageServices

extension CommandTree {
    static let plugin = Command(
        "plugin",
        summary: "Add, look at, try and remove plug-ins",
        discussion: [
            .paragraph(
                """
                A plug-in is a program of its own that provides a service: a folder with a plugin.json. It runs with your \
                rights, so none is started that you have not added, and none that has changed since. When it is added, \
                name it in your configuration: "providers": { "anna": { "kind": "plugin-speech", "plugin": "ID" } }.
                """
            ),
            .example("parlance plugin test Plugins/template-python", "Try it, rule by rule."),
            .example("parlance plugin add Plugins/template-python", "Allow it to be started."),
            .example("parlance plugin log template-python", "What it has written to its log."),
        ],
        subcommands: [
            Command(
                "add",
                summary: "Show what a plug-in would start, and allow it to be started as it is now",
                positionals: [Options.pluginFolder]
            ),
            Command("list", summary: "List the plug-ins that were added, and those that could be"),
            Command(
                "info",
                summary: "Show what a plug-in is, by its id or its folder; nothing is started",
                positionals: [Options.pluginName]
            ),
            Command(
                "test",
                summary: "Start the plug-in of a folder and check rule by rule what it does",
                positionals: [Options.pluginFolder]
            ),
            Command(
                "log",
                summary: "Print what the process of a plug-in that was started last has written to its log",
                positionals: [Options.pluginID]
            ),
            Command(
                "reset",
                summary: "Let a plug-in be tried again that rests after too many crashes",
                positionals: [Options.pluginID]
            ),
            Command(
                "remove",
                summary: "Allow a plug-in no longer to be started; its folder stays",
                positionals: [Options.pluginID]
            ),
        ]
    )
}

extension Options {
    static let pluginFolder = Positional.required(
        "FOLDER",
        summary: "The folder with the plugin.json",
        completion: .directory
    )
    static let pluginName = Positional.required("PLUGIN", summary: "The plug-in's id or folder", completion: .directory)
    static let pluginID = Positional.required("ID", summary: "The plug-in's id")
}
