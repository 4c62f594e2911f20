import LanguageServices
import Platform

/// Levels relative to full scale.
enum Decibels {
    /// The magnitude of a sample at a level of at most 0 dB; 0…32,768.
    static func magnitude(_ decibels: Double) -> Double {
        (32_768 * pow(10, min(0, decibels) / 20)).rounded()
    }
}

extension AudioFormat {
    /// How many frames a time has, rounded; for times and rates that have been checked.
    func frames(in time: Duration) -> Int {
        let frames = (time / .seconds(1) * Double(sampleRate)).rounded()
        return frames > 0 && frames < 1e15 ? Int(frames) : 0
    }
}
