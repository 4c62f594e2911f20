/// Keys of provider options that were renamed. An old key still works for one version, and is reported as deprecated.
enum RenamedKeys {
    /// The new keys, by old key.
    static let options = [
        "changesSpeed": "affectsSpeed",
        "longestWaitSeconds": "retryMaxSeconds",
        "repeatsUncertain": "retriesUncertain",
        "restAfterFailures": "cooldownAfterFailures",
    ]
}
