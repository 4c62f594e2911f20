/// A scene as an SVG file.
enum SVGDrawing {
    /// The bytes of the file.
    static func bytes(_ scene: PlotScene) -> [UInt8] {
        let size = "\(PlotScene.width)\" height=\"\(PlotScene.height)\""
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size) viewBox="0 0 \(PlotScene.width) \(PlotScene.height)" \
            role="img" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">
            <title>\(escaped(scene.title))</title>
            <desc>\(escaped(scene.description))</desc>
            <rect width="\(size) fill="\(scene.colors.background.css)"/>

            """
        for shape in scene.shapes { text += element(shape) + "\n" }
        return Array((text + "</svg>\n").utf8)
    }

    private static func element(_ shape: PlotScene.Shape) -> String {
        switch shape {
        case .line(let points, let width, let color):
            if points.count == 1, let point = points.first {
                return "<circle cx=\"\(number(point.x))\" cy=\"\(number(point.y))\" r=\"\(number(width / 2))\""
                    + " fill=\"\(color.css)\"/>"
            }
            return "<polyline points=\"\(list(points))\" fill=\"none\" stroke=\"\(color.css)\""
                + " stroke-width=\"\(number(width))\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
        case .area(let points, let bottom, let color, let alpha):
            guard let first = points.first, let last = points.last else { return "" }
            let outline = [(first.x, bottom)] + points + [(last.x, bottom)]
            return "<polygon points=\"\(list(outline))\" fill=\"\(color.css)\" fill-opacity=\"\(number(alpha))\"/>"
        case .text(let text, let x, let y, let size, let anchor, let isBold, let color):
            let weight = isBold ? " font-weight=\"600\"" : ""
            return "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\"\(weight)"
                + " text-anchor=\"\(anchor.rawValue)\" fill=\"\(color.css)\">\(escaped(text))</text>"
        }
    }

    private static func list(_ points: [PlotScene.Point]) -> String {
        points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
    }

    private static func number(_ value: Double) -> String { FixedDecimal.text(value, 2) }

    /// The text with XML special characters escaped.
    private static func escaped(_ text: String) -> String {
        let entities: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]
        return text.reduce(into: "") { $0 += entities[$1] ?? String($1) }
    }
}
