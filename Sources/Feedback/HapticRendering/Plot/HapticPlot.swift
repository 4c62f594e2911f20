public import HapticPatterns
public import LanguageServices

/// Pictures of patterns: intensity and sharpness over time, taps as stems.
public enum HapticPlot {
    /// A picture of 800 × 400 units that stays sharp at any size, for web pages and documents.
    ///
    /// - Parameters:
    ///   - pattern: What is shown.
    ///   - title: The name that stands above it.
    ///   - appearance: Whether it stands on a light or a dark page.
    /// - Returns: The bytes of an SVG file (SVG 1.1), the same on every machine.
    public static func svg(
        _ pattern: HapticPattern,
        title: String,
        appearance: PlotAppearance = .light
    ) -> [UInt8] {
        SVGDrawing.bytes(PlotScene(pattern, title: title, appearance: appearance))
    }

    /// A picture of pixels.
    ///
    /// - Parameters:
    ///   - pattern: What is shown.
    ///   - title: The name that stands above it.
    ///   - appearance: Whether it stands on a light or a dark page.
    ///   - scale: How many pixels there are to a unit, 1…4; the picture is 800 × 400 units.
    /// - Returns: The bytes of a PNG file, which depend on the installed fonts and libraries.
    /// - Throws: `ServiceError.Code.unavailable` when cairo or pango is not installed.
    public static func png(
        _ pattern: HapticPattern,
        title: String,
        appearance: PlotAppearance = .light,
        scale: Int = 2
    ) throws(ServiceError) -> [UInt8] {
        let scene = PlotScene(pattern, title: title, appearance: appearance)
        return try PNGDrawing.bytes(scene, scale: min(max(scale, 1), 4))
    }
}
