import FeedbackPatterns
import LanguageServices

/// What `parlance doctor` looks at of feedback.
extension DoctorVerb {
    /// By what a provider of patterns plays: the first link of its chain that can; `nil` for other providers.
    func player(of provider: any ServiceProvider) async -> String? {
        guard let patterns = provider as? FeedbackPatterns,
            let best = await patterns.capabilities().first(where: \.isUsable)
        else { return nil }
        return "plays by \(best.route): \(best.text)"
    }
}
