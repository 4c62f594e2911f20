/// HTML character references: `&amp;`, `&#233;`, `&#xE9;`.
package enum CharacterReference {
    /// Parses the reference whose `&` is at an offset, and returns its character and the offset after its `;`.
    ///
    /// - Returns: `nil` if there is no reference. The character is `nil` for an unknown name or a control character.
    package static func at(_ offset: Int, _ bytes: [UInt8]) -> (scalar: Unicode.Scalar?, end: Int)? {
        let start = offset + 1
        // The longest name in HTML has 31 letters.
        for end in start..<max(start, min(bytes.count, start + 33)) {
            let byte = bytes[end]
            if byte == UInt8(ascii: ";") {
                guard end > start else { return nil }
                let scalar = scalar(named: String(decoding: bytes[start..<end], as: UTF8.self))
                return (scalar?.properties.generalCategory == .control ? nil : scalar, end + 1)
            }
            let isLetterOrDigit = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
            guard isLetterOrDigit || byte == UInt8(ascii: "#") && end == start else { return nil }
        }
        return nil
    }

    /// Replaces the references in a text with their characters. Unknown references are kept.
    package static func resolved(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&"), let (scalar, end) = at(index, bytes), let scalar {
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                index = end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Escapes a text as HTML, as Anki's editor does: line breaks become `<br>`.
    package static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var followsReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\u{A0}": result += "&nbsp;"
            case "\n": result += followsReturn ? "" : "<br>"
            case "\r": result += "<br>"
            default: result.unicodeScalars.append(scalar)
            }
            followsReturn = scalar == "\r"
        }
        return result
    }

    /// The character for the text between `&` and `;`, which is a name, or `#` and a number.
    package static func scalar(named name: String) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return named[name] }
        let isHexadecimal = name.hasPrefix("#x") || name.hasPrefix("#X")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        // The standard library's initialiser accepts a sign.
        guard digits.first?.isHexDigit == true else { return nil }
        return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
    }

    /// The names from HTML 4 (W3C recommendation of 1999, chapter 24) that are common in prose, and `apos`.
    private static let named: [String: Unicode.Scalar] = {
        var table: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "OElig": "Œ", "oelig": "œ", "Scaron": "Š",
            "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜", "ensp": "\u{2002}",
            "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}", "zwj": "\u{200D}", "lrm": "\u{200E}",
            "rlm": "\u{200F}", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“",
            "rdquo": "”", "bdquo": "„", "dagger": "†", "Dagger": "‡", "bull": "•", "hellip": "…", "permil": "‰",
            "prime": "′", "Prime": "″", "lsaquo": "‹", "rsaquo": "›", "euro": "€", "trade": "™", "larr": "←",
            "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔", "rArr": "⇒", "hArr": "⇔", "minus": "−", "infin": "∞",
            "asymp": "≈", "ne": "≠", "le": "≤", "ge": "≥",
        ]
        // U+00A0 to U+00FF in order.
        let latin = """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
            micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
            AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml \
            times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
            egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
            ugrave uacute ucirc uuml yacute thorn yuml
            """
        for (value, name) in zip(0xA0...0xFF as ClosedRange<UInt32>, latin.split(separator: " ")) {
            table[String(name)] = Unicode.Scalar(value)
        }
        // The Greek letters in Unicode order; the capital letters have a gap between rho and sigma.
        let greek = """
            alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau \
            upsilon phi chi psi omega
            """
        for (value, name) in zip(0x3B1...0x3C9 as ClosedRange<UInt32>, greek.split(separator: " ")) {
            table[String(name)] = Unicode.Scalar(value)
            if name != "sigmaf" {
                table[name.prefix(1).uppercased() + name.dropFirst()] = Unicode.Scalar(value - 0x20)
            }
        }
        return table
    }()
}
