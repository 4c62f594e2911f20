import Platform

/// Removes overlays that nobody has used for a while, and what builders that were killed have left.
enum OverlayCleaning {
    /// Days without use after which an overlay of other definitions or other data goes.
    static let patience = 14

    /// Looks through a place; what is in use or cannot be removed stays.
    ///
    /// - Parameters:
    ///   - place: Where overlays lie.
    ///   - current: The one that is to stay whatever its age.
    ///   - now: Seconds since 1970.
    static func clean(_ place: OverlayPlace, keeping current: String, now: Int = time(nil)) {
        guard let names = try? Folder.names(in: place.path) else { return }
        for name in names where name != current {
            let path = "\(place.path)/\(name)"
            if OverlayKey.isKey(name) {
                guard let used = age("\(path)/\(OverlayRecord.name)", now) ?? age(path, now), used > patience else {
                    continue
                }
                OverlayLease.withNobody(at: path) {
                    // Under another name first, so that nobody finds half of it.
                    let doomed = "\(place.path)/old-\(name)"
                    if rename(path, doomed) == 0 { OverlayFolder.remove(doomed) }
                }
            } else if name.hasPrefix("build-") || name.hasPrefix("old-") {
                guard let made = age(path, now), made > 1 else { continue }
                OverlayFolder.remove(path)
            }
        }
    }

    /// How many days ago something was changed last.
    private static func age(_ path: String, _ now: Int) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let changed = status.st_mtimespec.tv_sec
        #else
        let changed = status.st_mtim.tv_sec
        #endif
        return (now - changed) / 86_400
    }
}
