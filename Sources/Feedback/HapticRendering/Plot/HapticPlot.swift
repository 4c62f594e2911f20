public import HapticPatterns
public import LanguageServices

/// Plots patterns: intensity and sharpness over time, with taps as stems.
public enum HapticPlot {
    /// A vector image of 800 × 400 units, for web pages and documents.
    ///
    /// - Parameters:
    ///   - pattern: The pattern to plot.
    ///   - title: The title of the plot.
    ///   - appearance: Light or dark.
    /// - Returns: The bytes of an SVG file (SVG 1.1), identical on every machine.
    public static func svg(
        _ pattern: HapticPattern,
        title: String,
        appearance: PlotAppearance = .light
    ) -> [UInt8] {
        SVGDrawing.bytes(PlotScene(pattern, title: title, appearance: appearance))
    }

    /// A raster image.
    ///
    /// - Parameters:
    ///   - pattern: The pattern to plot.
    ///   - title: The title of the plot.
    ///   - appearance: Light or dark.
    ///   - scale: The number of pixels per unit, 1…4; the image is 800 × 400 units.
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
