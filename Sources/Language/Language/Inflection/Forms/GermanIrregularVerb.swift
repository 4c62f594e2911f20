/// What the table of irregular forms says of a German verb.
///
/// The table lists forms without their names; what each of them is, its ending and its paradigm tell, or for *sein*,
/// *haben*, *werden* and the modal verbs the order in which they stand.
struct GermanIrregularVerb: Sendable {
    /// Six forms, first to third person, singular and plural; `nil` where the form is regular.
    private(set) var present: [String?] = Array(repeating: nil, count: 6)
    /// The first person of the past.
    private(set) var past: String?
    private(set) var participle: String?
    /// The first person of the past subjunctive.
    private(set) var subjunctive: String?
    private(set) var imperative: String?

    private static let table = IrregularParadigms(GermanIrregulars.table)

    /// Verbs that are regular in their usual sense, whatever the table has for another.
    private static let regular: Set<String> = ["löschen", "schaffen", "saugen", "hauen", "spalten"]

    /// The irregular forms of a verb without a prefix; `nil` for a regular one.
    init?(_ verb: String) {
        guard !Self.regular.contains(verb), let forms = Self.table.forms(of: verb, "verb") else { return nil }
        let plain = forms.filter { !$0.contains("~") && !Self.isOldSpelling($0, among: forms) }
        let modals = ["können", "müssen", "wollen", "sollen", "dürfen", "mögen", "wissen"]
        if verb == "sein", plain.count >= 5 {
            present = (plain.prefix(5) + [plain[3]]).map(Optional.some)
            imperative = plain.first { $0 == "sei" }
        } else if verb == "haben" || verb == "werden", plain.count >= 4 {
            present = [plain[0], plain[1], plain[2], nil, plain[3], nil]
        } else if modals.contains(verb), plain.count >= 2 {
            present = [plain[0], plain[1], plain[0], nil, nil, nil]
        } else {
            readPresent(plain, of: verb)
        }
        readPast(forms, plain)
        participle =
            forms.first { $0.hasSuffix("~q") }.map { String($0.dropLast(2)) } ?? plain.last { $0.hasPrefix("ge") }
        // *backte* has taken the place of *buk*.
        if verb == "backen" { past = nil }
    }

    /// *muß* beside *muss*.
    private static func isOldSpelling(_ form: String, among forms: [String]) -> Bool {
        guard form.contains("ß") else { return false }
        return forms.contains(String(form.flatMap { $0 == "ß" ? ["s", "s"] : [$0] }))
    }

    private mutating func readPresent(_ plain: [String], of verb: String) {
        let forms = plain.filter { !$0.hasPrefix("ge") || verb.hasPrefix("ge") }
        let ending = forms.filter { $0.hasSuffix("t") }
        let second = ending.first { $0.hasSuffix("st") || $0.hasSuffix("zt") }
        let third = ending.first { !$0.hasSuffix("st") } ?? second
        present[1] = second ?? third.map { $0.dropLast() + "st" }
        present[2] = third
        if verb == "tun" { present[0] = forms.first }
        // *nimm, lies*: where *e* becomes *i*, it does so in the command as well.
        let stem = String(verb.dropLast(2))
        imperative = forms.first { !$0.hasSuffix("t") && $0 != present[0] }
        if imperative == nil, let second, stem.contains("e"), let change = second.firstIndex(of: "i"),
            !stem.contains("i"), change > second.startIndex
        {
            imperative = String(second.dropLast(second.hasSuffix("st") ? 2 : 1))
        }
    }

    private mutating func readPast(_ forms: [String], _ plain: [String]) {
        func stems(_ mark: String) -> [String] {
            forms.filter { $0.hasSuffix(mark) }.map { String($0.dropLast(2)) }
        }
        let strong = stems("~p")
        let weak = stems("~w")
        if let first = strong.first {
            past = first
            subjunctive = strong.count > 1 ? strong.last.map { $0 + "e" } : nil
        } else if let first = weak.first {
            past = first + "te"
            subjunctive = weak.count > 1 ? weak.last.map { $0 + "te" } : nil
        } else {
            past = plain.first { $0.hasSuffix("tte") || $0 == "wurde" }
            subjunctive = plain.first { $0.hasSuffix("ätte") || $0 == "würde" }
            if let past, past == subjunctive { self.past = nil }
        }
        // *wollte* and *sollte* are both.
        if subjunctive == nil, present[0] != nil, present[0] == present[2] { subjunctive = past }
    }
}
