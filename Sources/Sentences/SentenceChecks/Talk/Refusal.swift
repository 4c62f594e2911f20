import LanguageServices

/// Looks whether a text is a model's refusal.
enum Refusal {
    static func fault(of text: String) -> SentenceFault? {
        let low = Talk.plain(text)
        let isRefusal =
            Talk.machines.contains { Talk.stands($0, in: low) }
            // *I'm sorry, but I can't come* is a sentence; *I'm sorry, but I can't help with that* is none.
            || Talk.regrets.contains { low.contains($0) } && Talk.services.contains { low.contains($0) }
        return isRefusal ? SentenceFault(.refusal, "refuses to be one") : nil
    }
}
