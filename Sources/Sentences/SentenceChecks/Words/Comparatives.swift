/// English words in *-er* and *-est*, most of which are no forms of adjectives: *teacher*, *corner*, *forest*.
enum Comparatives {
    /// Whether a word in *-er* or *-est* may be a form of an adjective of which nobody said that it is one.
    static func mayBeForm(of adjective: String) -> Bool { adjectives.contains(adjective.lowercased()) }

    /// Whether a word ends as a comparative or superlative does.
    static func isLike(_ word: String) -> Bool {
        let low = word.lowercased()
        return low.hasSuffix("er") || low.hasSuffix("est")
    }

    /// Adjectives and adverbs that are compared by endings, without those of which the form in *-er* is another word as well
    /// (*cleaner*, *lighter*).
    private static let adjectives: Set<String> = Set(
        """
        angry bad big bitter black blue bold brave brief bright broad brown busy calm cheap clear clever close cloudy cold
        cool crazy cruel curly cute damp dark dear deep dense dirty dry dull dusty early easy empty faint fair far fast fat
        few fierce fine firm flat fond fresh friendly full funny gentle glad grand grave great greasy green grey gray
        guilty hairy handsome handy happy hard harsh healthy heavy high hot huge humble hungry icy juicy keen kind large late
        lazy likely little lively long loose loud lovely low lucky mad mild moist narrow nasty near neat new nice noble noisy
        odd old pale plain pleasant polite poor pretty proud pure quick quiet rare raw red rich ripe risky rough rude sad
        safe salty scary shallow sharp short shy sick silly simple sincere slim slow small smart smooth soft soon sore sour
        spicy steep sticky strange strict strong sunny sure sweet swift tall tasty tender thick thin thirsty tidy tight tiny
        tough true ugly warm weak wealthy weird wet white wide wild windy wise worthy yellow young
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
    )
}
