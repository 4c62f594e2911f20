import JSON
import LanguageServices

extension ConfigurationFile {
    /// Reads what a provider charges.
    mutating func price(_ node: JSONNode, of owner: String) -> ServicePrice? {
        let known = ["perMillionCharacters", "currency"]
        var isRight = true
        for member in node.members ?? [] where !known.contains(member.key) {
            complainOfKey(member, in: "\(owner): the price", known: known)
            isRight = false
        }
        let amount = node["perMillionCharacters"]
        if amount?.number?.double.map({ $0 >= 0 }) != true {
            complain(
                amount?.position ?? node.position,
                "\(owner): the price of a million characters is missing, or no number from 0",
                remedy: "write \"perMillionCharacters\": 20"
            )
            isRight = false
        }
        let currency = node["currency"]
        if currency?.string.map(Self.isCurrency) != true {
            complain(
                currency?.position ?? node.position,
                "\(owner): the currency of the price is missing, or no code of three capital letters",
                remedy: "write \"currency\": \"EUR\""
            )
            isRight = false
        }
        guard isRight, let number = amount?.number?.double, let code = currency?.string else { return nil }
        return ServicePrice(perMillionCharacters: number, currency: code)
    }

    private static func isCurrency(_ code: String) -> Bool {
        code.utf8.count == 3 && code.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}
