import CCairo
import LanguageServices

/// Draws a scene as a PNG file with cairo, with text laid out by pango.
enum PNGDrawing {
    /// The bytes of the file.
    ///
    /// - Parameter scale: Pixels per unit of the scene.
    /// - Throws: `ServiceError.Code.unavailable` when a library cannot be loaded, `ServiceError.Code.providerFailed`
    ///   when drawing fails.
    static func bytes(_ scene: PlotScene, scale: Int) throws(ServiceError) -> [UInt8] {
        if let reason = ccairo_load_failure() {
            throw ServiceError(
                .unavailable,
                "cannot draw a PNG file: cairo or pango cannot be loaded: \(String(cString: reason))",
                remedy: "install them: apt-get install libpangocairo-1.0-0 fonts-dejavu-core; or write an SVG file"
            )
        }
        let (width, height) = (Int32(PlotScene.width), Int32(PlotScene.height))
        guard let picture = ccairo_create(width, height, Int32(scale), scene.colors.background.rgb) else {
            throw ServiceError(.providerFailed, "cannot draw a PNG file: not enough memory")
        }
        defer { ccairo_destroy(picture) }
        for shape in scene.shapes { draw(shape, picture) }
        var bytes: [UInt8] = []
        let failure = withUnsafeMutablePointer(to: &bytes) { bytes in
            ccairo_write_png(
                picture,
                { context, part, count in
                    let bytes = context?.assumingMemoryBound(to: [UInt8].self)
                    bytes?.pointee.append(contentsOf: UnsafeBufferPointer(start: part, count: count))
                },
                bytes
            )
        }
        if let failure {
            throw ServiceError(.providerFailed, "cannot write a PNG file: \(String(cString: failure))")
        }
        return bytes
    }

    /// Longer text would extend beyond the image, and is slow to lay out.
    private static let maximumScalars = 1000

    private static func draw(_ shape: PlotScene.Shape, _ picture: OpaquePointer) {
        switch shape {
        case .line(let points, let width, let color):
            let corners = points.map { ccairo_point(x: $0.x, y: $0.y) }
            ccairo_line(picture, corners, corners.count, width, color.rgb)
        case .area(let points, let bottom, let color, let alpha):
            guard let first = points.first, let last = points.last else { return }
            let outline = ([(first.x, bottom)] + points + [(last.x, bottom)]).map { ccairo_point(x: $0.0, y: $0.1) }
            ccairo_fill(picture, outline, outline.count, color.rgb, alpha)
        case .text(let text, let x, let y, let size, let anchor, let isBold, let color):
            let visible = String(text.unicodeScalars.prefix(maximumScalars))
            ccairo_text(picture, visible, anchor.share, x, y, size, isBold ? 1 : 0, color.rgb)
        }
    }
}
