/// A colour of a plot.
struct PlotColor: Sendable, Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    /// The colour of a number that is written as in CSS: 0xRRGGBB.
    init(_ number: UInt32) {
        red = UInt8(truncatingIfNeeded: number >> 16)
        green = UInt8(truncatingIfNeeded: number >> 8)
        blue = UInt8(truncatingIfNeeded: number)
    }

    /// The colour as CSS writes it: `#2458c5`.
    var css: String {
        "#"
            + [red, green, blue].map { channel in
                let digits = String(channel, radix: 16)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }.joined()
    }
}

/// Which part of a text stands at its place.
enum PlotAnchor {
    case start, middle, end

    /// The share of the text's width that lies before the place.
    var share: Double {
        switch self {
        case .start: 0
        case .middle: 0.5
        case .end: 1
        }
    }
}
