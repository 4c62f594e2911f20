extension DelimitedSample {
    /// Detects the delimiter between cells.
    ///
    /// The sample is parsed with each candidate. Tabs are rare in texts, so a tab is chosen when it gives most rows the
    /// same number of cells, with two exceptions: quotation marks are inconsistent with it, or the extension indicates
    /// commas and nearly all rows have the same number of cells with another delimiter. Otherwise, the delimiter with
    /// the largest share of equally long rows, including the first row, is chosen. Ties are resolved in the order
    /// semicolon, comma, vertical bar, because decimal commas make the comma look regular. A file with one column gets
    /// the delimiter indicated by its extension.
    func separator(name: String) -> UInt8 {
        let tab = regularity(.tab)
        let isTabs = tab.share >= 0.5
        if isTabs, !tab.isDoubtful, !name.hasSuffix(".csv") { return Separator.tab.byte }
        // A table that looks tab-separated, or has that extension, must be very regular with another delimiter to be
        // parsed with it.
        let isCalledTabs = name.hasSuffix(".tsv") || name.hasSuffix(".tab")
        let least = isTabs || isCalledTabs ? 0.95 : 0.5
        var best = (separator: name.hasSuffix(".csv") && !isTabs ? Separator.comma : .tab, score: 0.0)
        for candidate in [Separator.semicolon, .comma, .pipe] {
            let other = regularity(candidate)
            let score = other.share + (other.hasFirst ? 0.25 : 0)
            if other.share > least, score > best.score { best = (candidate, score) }
        }
        return best.separator.byte
    }

    /// The regularity of a table parsed with a delimiter.
    private struct Regularity {
        /// The share of rows with the most common number of cells, if that is more than one.
        var share = 0.0
        /// Whether the first row has that number of cells.
        var hasFirst = false
        /// Whether quotation marks are inconsistent: text follows a closing one, or a cell contains an unpaired one.
        var isDoubtful = false
    }

    private func regularity(_ separator: Separator) -> Regularity {
        let survey = survey(DelimitedDialect(separator: separator.byte))
        let common = survey.commonCount
        guard common > 1, survey.rows > 0 else {
            // If literal quotation marks are interpreted as quoting, they can hide all tabs.
            guard separator == .tab, survey.isUnclosed else { return Regularity() }
            let plain = self.survey(DelimitedDialect(separator: separator.byte, hasQuotes: false))
            return plain.commonCount > 1 ? Regularity(share: 1, hasFirst: true, isDoubtful: true) : Regularity()
        }
        // Quotation marks can be literal only in a tab-separated table.
        let ragged = separator == .tab ? 0 : survey.raggedRows
        let regular = max(0, (survey.rowsByCells[common] ?? 0) - ragged)
        return Regularity(
            share: Double(regular) / Double(survey.rows),
            hasFirst: survey.firstCount == common,
            isDoubtful: survey.raggedRows > 0 || survey.isUnclosed || survey.hasHalves
        )
    }

    /// Detects whether quotation marks enclose cells.
    ///
    /// They do, except in a tab-separated file where no cell needs quoting and at least one cell has a single quotation
    /// mark, or text after its second one. Lists of sentences are often written that way.
    func hasQuotes(separator: UInt8) -> Bool {
        guard separator == Separator.tab.byte else { return true }
        let survey = survey(DelimitedDialect(separator: separator))
        return survey.cellsInNeed > 0 && !survey.isUnclosed || (survey.raggedRows == 0 && !survey.isUnclosed)
    }
}
