/// A level with its duration.
package struct LevelRun<Level: Hashable & Sendable>: Sendable, Hashable {
    package var level: Level
    package var milliseconds: Int

    package init(level: Level, milliseconds: Int) {
        self.level = level
        self.milliseconds = milliseconds
    }
}

extension Array {
    /// Appends a level, or extends the last run if its level is equal.
    package mutating func append<Level>(_ level: Level, for milliseconds: Int) where Element == LevelRun<Level> {
        if last?.level == level {
            self[count - 1].milliseconds += milliseconds
        } else {
            append(LevelRun(level: level, milliseconds: milliseconds))
        }
    }
}
