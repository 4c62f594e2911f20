/// A level, and how long it lasts.
package struct LevelRun<Level: Hashable & Sendable>: Sendable, Hashable {
    package var level: Level
    package var milliseconds: Int

    package init(level: Level, milliseconds: Int) {
        self.level = level
        self.milliseconds = milliseconds
    }
}

extension Array {
    /// Adds a level; the last run becomes longer when it has the same one.
    package mutating func append<Level>(_ level: Level, for milliseconds: Int) where Element == LevelRun<Level> {
        if last?.level == level {
            self[count - 1].milliseconds += milliseconds
        } else {
            append(LevelRun(level: level, milliseconds: milliseconds))
        }
    }
}
