/// Keys of provider options that have a new name. An old name works for one version, and is reported.
enum RenamedKeys {
    /// The new names, by old name.
    static let options = [
        "changesSpeed": "affectsSpeed",
        "longestWaitSeconds": "retryMaxSeconds",
        "repeatsUncertain": "retriesUncertain",
        "restAfterFailures": "cooldownAfterFailures",
    ]
}
