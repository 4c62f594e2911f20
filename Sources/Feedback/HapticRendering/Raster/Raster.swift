/// A picture of pixels that lines, areas and text are drawn into, with soft edges.
///
/// Coordinates are in units of the drawing, which `scale` turns into pixels; what lies outside of the picture is cut off.
struct Raster {
    let width: Int
    let height: Int
    private(set) var pixels: [UInt8]
    private let scale: Double
    private var mask: [UInt8]

    /// Creates a picture of one colour.
    ///
    /// - Parameters:
    ///   - width: In units of the drawing.
    ///   - height: In units of the drawing.
    ///   - scale: Pixels for each unit.
    ///   - background: The colour.
    init(width: Int, height: Int, scale: Int, background: PlotColor) {
        self.width = width * scale
        self.height = height * scale
        self.scale = Double(scale)
        mask = [UInt8](repeating: 0, count: self.width * self.height)
        pixels = []
        pixels.reserveCapacity(self.width * self.height * 3)
        for _ in 0..<(self.width * self.height) {
            pixels.append(background.red)
            pixels.append(background.green)
            pixels.append(background.blue)
        }
    }

    /// Draws lines from point to point, with round ends and corners; one point makes a dot.
    ///
    /// - Parameters:
    ///   - points: The corners.
    ///   - width: How wide the line is.
    ///   - color: Its colour.
    mutating func stroke(_ points: [(x: Double, y: Double)], width: Double, color: PlotColor) {
        guard let first = points.first else { return }
        let half = width * scale / 2
        var box = Box()
        var last = first
        for point in points.count == 1 ? [first] : Array(points.dropFirst()) {
            cover(last, point, half, &box)
            last = point
        }
        blend(color, 1, box)
    }

    private mutating func cover(
        _ start: (x: Double, y: Double),
        _ end: (x: Double, y: Double),
        _ half: Double,
        _ box: inout Box
    ) {
        let (ax, ay, bx, by) = (start.x * scale, start.y * scale, end.x * scale, end.y * scale)
        let (dx, dy) = (bx - ax, by - ay)
        let square = dx * dx + dy * dy
        let reach = half + 1
        let columns = clamped(min(ax, bx) - reach, max(ax, bx) + reach, self.width)
        for y in clamped(min(ay, by) - reach, max(ay, by) + reach, self.height) {
            for x in columns {
                let (px, py) = (Double(x) + 0.5 - ax, Double(y) + 0.5 - ay)
                let along = square > 0 ? min(max((px * dx + py * dy) / square, 0), 1) : 0
                let (ex, ey) = (px - along * dx, py - along * dy)
                let coverage = half + 0.5 - (ex * ex + ey * ey).squareRoot()
                guard coverage > 0 else { continue }
                let index = y * self.width + x
                mask[index] = max(mask[index], UInt8(min(coverage, 1) * 255))
                box.add(x, y)
            }
        }
    }

    /// Fills a rectangle.
    mutating func fill(x: Double, y: Double, width: Double, height: Double, color: PlotColor, alpha: Double = 1) {
        fillColumns(x...(x + max(width, 0)), from: { _ in y }, to: y + height, color: color, alpha: alpha)
    }

    /// Fills what lies between a line and a level below it.
    ///
    /// - Parameters:
    ///   - range: From where to where across.
    ///   - top: How high the line is at a place; called once for each column of pixels.
    ///   - bottom: The level.
    ///   - color: The colour.
    ///   - alpha: How much of it, 0…1.
    mutating func fillColumns(
        _ range: ClosedRange<Double>,
        from top: (Double) -> Double,
        to bottom: Double,
        color: PlotColor,
        alpha: Double
    ) {
        var box = Box()
        for x in clamped(range.lowerBound * scale, range.upperBound * scale, width) {
            let across = min(Double(x + 1), range.upperBound * scale) - max(Double(x), range.lowerBound * scale)
            guard across > 0 else { continue }
            let upper = top((Double(x) + 0.5) / scale) * scale
            for y in clamped(upper, bottom * scale, height) {
                let down = min(Double(y + 1), bottom * scale) - max(Double(y), upper)
                guard down > 0 else { continue }
                mask[y * width + x] = UInt8(min(across, 1) * min(down, 1) * 255)
                box.add(x, y)
            }
        }
        blend(color, alpha, box)
    }

    /// Writes a text.
    ///
    /// - Parameters:
    ///   - text: What is written; characters without a glyph are boxes.
    ///   - x: Where the anchor stands.
    ///   - y: The baseline.
    ///   - size: How high capitals are.
    ///   - anchor: Which part of the text stands at `x`.
    ///   - weight: How wide the lines are.
    ///   - color: The colour.
    mutating func write(
        _ text: String,
        x: Double,
        y: Double,
        size: Double,
        anchor: PlotAnchor,
        weight: Double,
        color: PlotColor
    ) {
        let unit = size / StrokeFont.capitalHeight
        var pen = x - StrokeFont.width(of: text) * unit * anchor.share
        for character in text {
            let left = StrokeFont.extent(of: character).left
            for stroke in StrokeFont.strokes(of: character) {
                let points = stroke.map { (pen + ($0.x - left) * unit, y + ($0.y - StrokeFont.capitalHeight) * unit) }
                self.stroke(points, width: weight, color: color)
            }
            pen += StrokeFont.advance(of: character) * unit
        }
    }

    /// Where something has been drawn, in pixels.
    private struct Box {
        var left = Int.max
        var right = Int.min
        var top = Int.max
        var bottom = Int.min

        mutating func add(_ x: Int, _ y: Int) {
            left = min(left, x)
            right = max(right, x)
            top = min(top, y)
            bottom = max(bottom, y)
        }
    }

    /// Lays a colour over the picture where the mask says, and clears the mask.
    private mutating func blend(_ color: PlotColor, _ alpha: Double, _ box: Box) {
        guard box.left <= box.right else { return }
        let weight = Int(min(max(alpha, 0), 1) * 256)
        let channels = [Int(color.red), Int(color.green), Int(color.blue)]
        for y in box.top...box.bottom {
            for index in (y * width + box.left)...(y * width + box.right) where mask[index] > 0 {
                let cover = Int(mask[index]) * weight
                mask[index] = 0
                for channel in 0..<3 {
                    let old = Int(pixels[index * 3 + channel])
                    let mixed = old * 65_280 + (channels[channel] - old) * cover
                    pixels[index * 3 + channel] = UInt8(clamping: (mixed + 32_640) / 65_280)
                }
            }
        }
    }

    /// The whole pixels that a stretch touches.
    private func clamped(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
        guard low.isFinite, high.isFinite, high > 0, low < Double(count), low < high else { return 0..<0 }
        let first = Int(max(low, 0))
        let end = min(count, Int(min(high, Double(count))) + 1)
        return first..<max(first, end)
    }
}
