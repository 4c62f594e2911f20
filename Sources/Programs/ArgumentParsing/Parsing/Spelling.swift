extension String {
    /// Whether both strings consist of the same code points.
    ///
    /// `==` would take canonically equivalent texts for one, so that a Kelvin sign passes for the letter K. Names on a
    /// command line are exact.
    func isSpelled(_ other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}
