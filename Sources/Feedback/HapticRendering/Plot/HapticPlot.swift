public import HapticPatterns

/// Pictures of patterns: intensity and sharpness over time, taps as stems.
///
/// The same pattern gives the same bytes on every machine.
public enum HapticPlot {
    /// A picture of 800 × 400 units that stays sharp at any size, for web pages and documents.
    ///
    /// - Parameters:
    ///   - pattern: What is shown.
    ///   - title: The name that stands above it.
    ///   - appearance: Whether it stands on a light or a dark page.
    /// - Returns: The bytes of an SVG file (SVG 1.1).
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
    ///   - title: The name that stands above it; letters other than those of English are shown as boxes.
    ///   - appearance: Whether it stands on a light or a dark page.
    ///   - scale: How many pixels there are to a unit, 1…4; the picture is 800 × 400 units.
    /// - Returns: The bytes of a PNG file.
    public static func png(
        _ pattern: HapticPattern,
        title: String,
        appearance: PlotAppearance = .light,
        scale: Int = 2
    ) -> [UInt8] {
        let scene = PlotScene(pattern, title: title, appearance: appearance)
        var raster = Raster(
            width: PlotScene.width,
            height: PlotScene.height,
            scale: min(max(scale, 1), 4),
            background: scene.colors.background
        )
        for shape in scene.shapes { raster.draw(shape) }
        return PNGFile.bytes(width: raster.width, height: raster.height, pixels: raster.pixels)
    }
}

extension Raster {
    /// Draws a shape of a scene.
    mutating func draw(_ shape: PlotScene.Shape) {
        switch shape {
        case .line(let points, let width, let color):
            stroke(points, width: width, color: color)
        case .box(let x, let y, let width, let height, let color):
            fill(x: x, y: y, width: width, height: height, color: color)
        case .area(let points, let bottom, let color, let alpha):
            guard let first = points.first, let last = points.last, first.x <= last.x else { return }
            var place = 0
            fillColumns(
                first.x...last.x,
                from: { x in
                    while place + 1 < points.count - 1, points[place + 1].x < x { place += 1 }
                    guard place + 1 < points.count else { return first.y }
                    let (a, b) = (points[place], points[place + 1])
                    let share = b.x > a.x ? min(max((x - a.x) / (b.x - a.x), 0), 1) : 0
                    return a.y + (b.y - a.y) * share
                },
                to: bottom,
                color: color,
                alpha: alpha
            )
        case .text(let text, let x, let y, let size, let anchor, let isBold, let color):
            // The height of capitals is about 0.72 of the size of usual fonts.
            let weight = isBold ? size * 0.115 : size * 0.085
            write(text, x: x, y: y, size: size * 0.72, anchor: anchor, weight: weight, color: color)
        }
    }
}
