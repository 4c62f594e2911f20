/// Whether a plot is made for a light or a dark page.
public enum PlotAppearance: String, Sendable, Hashable, CaseIterable {
    /// Dark lines on white.
    case light
    /// Light lines on a dark ground.
    case dark
}

/// The colours of a plot. Each line stands out from the ground by more than 4.5 to 1, as WCAG 2.2 asks of text.
struct PlotColors {
    var background: PlotColor
    var ink: PlotColor
    var faint: PlotColor
    var grid: PlotColor
    var intensity: PlotColor
    var sharpness: PlotColor

    init(_ appearance: PlotAppearance) {
        switch appearance {
        case .light:
            background = PlotColor(0xFFFFFF)
            ink = PlotColor(0x1F2328)
            faint = PlotColor(0x59636E)
            grid = PlotColor(0xE4E8ED)
            intensity = PlotColor(0x1F5FBF)
            sharpness = PlotColor(0xB04A00)
        case .dark:
            background = PlotColor(0x0D1117)
            ink = PlotColor(0xE6EDF3)
            faint = PlotColor(0x9AA4B0)
            grid = PlotColor(0x262C36)
            intensity = PlotColor(0x79B0FF)
            sharpness = PlotColor(0xFFA657)
        }
    }
}

/// A color of a plot.
struct PlotColor: Sendable, Hashable {
    /// The color as CSS writes it: 0xRRGGBB.
    let rgb: UInt32

    init(_ rgb: UInt32) { self.rgb = rgb }

    /// The color in CSS: `#2458c5`.
    var css: String { "#" + String(0x100_0000 + rgb, radix: 16).dropFirst() }
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
