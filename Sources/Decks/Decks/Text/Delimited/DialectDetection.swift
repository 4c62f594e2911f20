extension DelimitedSample {
    /// Finds out what separates the cells.
    ///
    /// The beginning is read with each separator in question. A tab is it when most rows have the same number of cells
    /// then, for tabs are rare in texts; unless quotation marks make no sense with it, or the file is called a table of
    /// commas, and nearly all rows have the same number of cells with another. Otherwise it is the one with which the
    /// largest share of rows, the first among them, has the same number of cells; of equals, the semicolon, then the
    /// comma, then the bar: numbers with a decimal comma make the comma look regular. A file of one column gets the one
    /// that its name promises.
    func separator(name: String) -> UInt8 {
        let tab = regularity(.tab)
        let isTabs = tab.share >= 0.5
        if isTabs, !tab.isDoubtful, !name.hasSuffix(".csv") { return Separator.tab.byte }
        // What looks like a table of tabs, or is called one, has to be very regular to be taken for another.
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

    /// How regular a table is when it is read with a separator.
    private struct Regularity {
        /// The share of the rows that have the most common number of cells, if that is more than one.
        var share = 0.0
        /// Whether the first row is one of them.
        var hasFirst = false
        /// Whether quotation marks make no sense: something follows a closing one, or a cell has half of them.
        var isDoubtful = false
    }

    private func regularity(_ separator: Separator) -> Regularity {
        let survey = survey(DelimitedDialect(separator: separator.byte))
        let common = survey.commonCount
        guard common > 1, survey.rows > 0 else {
            // Quotation marks that mean nothing can hide all tabs.
            guard separator == .tab, survey.isUnclosed else { return Regularity() }
            let plain = self.survey(DelimitedDialect(separator: separator.byte, hasQuotes: false))
            return plain.commonCount > 1 ? Regularity(share: 1, hasFirst: true, isDoubtful: true) : Regularity()
        }
        // Only in a table of tabs may quotation marks mean nothing.
        let ragged = separator == .tab ? 0 : survey.raggedRows
        let regular = max(0, (survey.rowsByCells[common] ?? 0) - ragged)
        return Regularity(
            share: Double(regular) / Double(survey.rows),
            hasFirst: survey.firstCount == common,
            isDoubtful: survey.raggedRows > 0 || survey.isUnclosed || survey.hasHalves
        )
    }

    /// Finds out whether quotation marks mean something.
    ///
    /// They do, except in a tab-separated file in which no cell needs them and some cell uses them in another way: text
    /// follows the second one, or there is no second one. Lists of sentences are often written so.
    func hasQuotes(separator: UInt8) -> Bool {
        guard separator == Separator.tab.byte else { return true }
        let survey = survey(DelimitedDialect(separator: separator))
        return survey.cellsInNeed > 0 && !survey.isUnclosed || (survey.raggedRows == 0 && !survey.isUnclosed)
    }
}
