extension DelimitedSample {
    /// Finds out what separates the cells.
    ///
    /// The beginning is read with each separator in question. A tab is it when most rows have the same number of cells
    /// then, for tabs are rare in texts. Otherwise it is the one with which the largest share of rows, the first among
    /// them, has the same number of cells; of equals, the semicolon, then the comma, then the bar: numbers with a decimal
    /// comma make the comma look regular. A file of one column gets the one that its name promises.
    func separator(name: String) -> UInt8 {
        if share(.tab).rows >= 0.5 { return Separator.tab.byte }
        // What is called a table of tabs has to be very regular to be taken for another.
        let isTabs = name.hasSuffix(".tsv") || name.hasSuffix(".tab")
        var best: (separator: Separator, score: Double) = (name.hasSuffix("csv") ? .comma : .tab, 0)
        for candidate in [Separator.semicolon, .comma, .pipe] {
            let (rows, hasFirst) = share(candidate)
            let score = rows + (hasFirst ? 0.25 : 0)
            if rows > (isTabs ? 0.95 : 0.5), score > best.score { best = (candidate, score) }
        }
        return best.separator.byte
    }

    /// How large a share of the rows has the most common number of cells, and whether the first row has it.
    private func share(_ separator: Separator) -> (rows: Double, hasFirst: Bool) {
        let survey = survey(separator: separator.byte, hasQuotes: true, hasComments: false)
        let common = survey.commonCount
        guard common > 1, survey.rows > 0 else {
            // Quotation marks that mean nothing can hide all tabs.
            guard separator == .tab, survey.isUnclosed else { return (0, false) }
            let plain = self.survey(separator: separator.byte, hasQuotes: false, hasComments: false)
            return plain.commonCount > 1 ? (1, true) : (0, false)
        }
        let ragged = separator == .tab ? 0 : survey.raggedRows
        let regular = max(0, (survey.rowsByCells[common] ?? 0) - ragged)
        return (Double(regular) / Double(survey.rows), survey.firstCount == common)
    }

    /// Finds out whether quotation marks mean something.
    ///
    /// They do, except in a tab-separated file in which no cell needs them and some cell uses them in another way: text
    /// follows the second one, or there is no second one. Lists of sentences are often written so.
    func hasQuotes(separator: UInt8) -> Bool {
        guard separator == Separator.tab.byte else { return true }
        let survey = survey(separator: separator, hasQuotes: true, hasComments: false)
        return survey.cellsInNeed > 0 && !survey.isUnclosed || (survey.raggedRows == 0 && !survey.isUnclosed)
    }
}
