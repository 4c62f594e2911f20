import LanguageServices

extension PluginPool {
    var shutDownError: ServiceError {
        ServiceError(.unavailable, "the provider was shut down", provider: provider)
    }

    var quarantineError: ServiceError {
        var error = ServiceError(
            .unavailable,
            "plug-in of '\(provider)' has broken \(CrashRecord.mostCrashes) times in a short time and rests: "
                + (lastCrash?.message ?? "it ended"),
            provider: provider,
            remedy: "mend it, then 'parlance plugin reset'"
        )
        error.wasNotAsked = true
        return error
    }
}
