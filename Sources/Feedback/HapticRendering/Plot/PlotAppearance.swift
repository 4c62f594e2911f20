/// Whether a plot is drawn for a light or a dark page.
public enum PlotAppearance: String, Sendable, Hashable, CaseIterable {
    /// Dark lines on white.
    case light
    /// Light lines on a dark background.
    case dark
}

/// The colours of a plot. Each line has a contrast ratio of more than 4.5:1, as WCAG 2.2 requires for text.
struct PlotColors {
    var background: PlotColor
    var ink: PlotColor
    var faint: PlotColor
    var grid: PlotColor
    var intensity: PlotColor
    var sharpness: PlotColor

    init(_ appearance: PlotAppearance) {
        func color(_ light: UInt32, _ dark: UInt32) -> PlotColor { PlotColor(rgb: appearance == .light ? light : dark) }
        background = color(0xFFFFFF, 0x0D1117)
        ink = color(0x1F2328, 0xE6EDF3)
        faint = color(0x59636E, 0x9AA4B0)
        grid = color(0xE4E8ED, 0x262C36)
        intensity = color(0x1F5FBF, 0x79B0FF)
        sharpness = color(0xB04A00, 0xFFA657)
    }
}

/// A colour in a plot.
struct PlotColor: Sendable, Hashable {
    /// The colour as 0xRRGGBB.
    let rgb: UInt32

    /// The colour in CSS: `#2458c5`.
    var css: String { "#" + String(0x100_0000 + rgb, radix: 16).dropFirst() }
}

/// The alignment of text relative to its position, by its SVG name.
enum PlotAnchor: String {
    case start, middle, end

    /// The fraction of the text's width to the left of the position.
    var share: Double {
        switch self {
        case .start: 0
        case .middle: 0.5
        case .end: 1
        }
    }
}
