import CZlib
import HapticPatterns
import LanguageServices
import Testing

@testable import HapticRendering

@Suite("Images of patterns")
struct PictureTests {
    /// Two taps and a rising vibration.
    private static func pattern() throws -> HapticPattern {
        try HapticPattern(
            events: [
                .transient(at: 0, intensity: 1, sharpness: 0.7), .transient(at: 0.1, intensity: 0.7, sharpness: 0.5),
                .continuous(at: 0.2, duration: 0.5, intensity: 0.8, sharpness: 0.3),
            ],
            curves: [HapticCurve(.intensity, at: 0.2, points: [.init(0, 0), .init(0.5, 1)])]
        )
    }

    @Test("the same pattern produces the same bytes", arguments: PlotAppearance.allCases)
    func bytes(appearance: PlotAppearance) throws {
        let pattern = try Self.pattern()
        func both() throws -> [[UInt8]] {
            [
                try HapticPlot.png(pattern, title: "x", appearance: appearance),
                HapticPlot.svg(pattern, title: "x", appearance: appearance),
            ]
        }
        #expect(try both() == both())
    }

    @Test("a PNG shows what was drawn, at every scale", arguments: [1, 2, 3])
    func png(scale: Int) throws {
        let picture = try Picture(HapticPlot.png(try Self.pattern(), title: "success", scale: scale))
        #expect(picture.width == 800 * scale && picture.height == 400 * scale)
        // The background, the head of the full tap, its stem, the rising area under its line.
        #expect(picture.color(2, 2, scale) == 0xFFFFFF)
        #expect(picture.color(70, 64, scale) == 0x1F5FBF)
        #expect(picture.color(70, 150, scale) == 0x1F5FBF)
        let area = picture.color(700, 235, scale)
        #expect(area != 0xFFFFFF && area != 0x1F5FBF)
        // An encoder that only finds runs of equal pixels needs twice as much.
        #expect(picture.fileSize < 25_000 * scale)
    }

    @Test("a dark image has a dark background")
    func dark() throws {
        let picture = try Picture(HapticPlot.png(try Self.pattern(), title: "x", appearance: .dark, scale: 1))
        #expect(picture.color(2, 2, 1) == 0x0D1117)
    }

    @Test("titles in every script are drawn with fonts that contain the characters")
    func titles() throws {
        func drawn(_ title: String) throws -> [UInt8] {
            let picture = try Picture(HapticPlot.png(try Self.pattern(), title: title, scale: 1))
            return picture.pixels(x: 50..<200, y: 8..<36, 1)
        }
        // U+10FFFD is drawn as a box with its number, like every character that no font has.
        let pictures = try ["e", "é", "ß", "é\u{301}", "\u{10FFFD}", "\u{10FFFC}", ""].map(drawn)
        for (index, picture) in pictures.enumerated() {
            for other in pictures[..<index] { #expect(picture != other) }
        }
        let blank = try drawn(" ")
        #expect(try drawn("\n") == blank && drawn("\t") == blank)
        #expect(try drawn("a\u{0}b\u{1B}") == drawn("ab"))
    }

    @Test("a title of any length is drawn", arguments: ["x", "é", "\u{202E}\u{301}", "日本 ", "\u{1F600}"])
    func longTitle(unit: String) throws {
        let title = String(repeating: unit, count: 100_000)
        #expect(try Picture(HapticPlot.png(try Self.pattern(), title: title, scale: 1)).width == 800)
    }

    @Test("an SVG shows the whole pattern, and a name is escaped")
    func svg() throws {
        let text = String(
            decoding: HapticPlot.svg(try Self.pattern(), title: "<a>&\"'\u{0}\u{1B}]]>"),
            as: UTF8.self
        )
        #expect(text.contains("&lt;a&gt;&amp;&quot;"))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(text.contains("2 taps · 1 vibration · 700 ms"))
        // Two dots for each tap and one in the legend.
        #expect(text.matches(of: #/<circle/#).count == 5)
        // The full tap reaches the top of the panel, at 64.
        #expect(text.contains("cx=\"70\" cy=\"64\""))
    }

    @Test("silence, one hour, and many taps are drawn as well")
    func extremes() throws {
        let silence = try HapticPattern(events: [])
        let hour = try HapticPattern(events: [.continuous(at: 0, duration: 3600), .transient(at: 1800)])
        let crowd = try HapticPattern(events: (0..<20_000).map { .transient(at: Double($0) * 0.001) })
        for pattern in [silence, hour, crowd] {
            #expect(!HapticPlot.svg(pattern, title: "").isEmpty)
            #expect(HapticPlot.svg(pattern, title: "").count < 3_000_000)
            #expect(TerminalPlot(pattern, title: "").lines.allSatisfy { $0.count <= 72 })
        }
        #expect(try !HapticPlot.png(silence, title: "\u{1F600}").isEmpty)
        #expect(try HapticPlot.png(hour, title: "", scale: -5) == HapticPlot.png(hour, title: "", scale: 1))
    }

    @Test("a simplified line stays within its tolerance of every point")
    func thinning() throws {
        let points = (0..<3000).map { index in
            (time: Double(index) * 0.01, value: 0.5 + 0.5 * Sine.value(turns: Double(index) * 0.0013))
        }
        let thinned = PlotCurves.thinned(points, 0.001)
        #expect(thinned.count < 300)
        var index = 0
        for point in points {
            while index + 2 < thinned.count, thinned[index + 1].time <= point.time { index += 1 }
            let (a, b) = (thinned[index], thinned[index + 1])
            let share = (point.time - a.time) / (b.time - a.time)
            #expect(abs(a.value + (b.value - a.value) * share - point.value) < 0.0025)
        }
    }

    @Test(
        "the axis has a few round tick values",
        arguments: [(0, "ms", 5), (0.13, "ms", 7), (0.9, "ms", 10), (1, "s", 6), (30, "s", 7), (3600, "s", 8)]
            as [(Double, String, Int)]
    )
    func axis(duration: Double, unit: String, count: Int) {
        let axis = PlotAxis(duration: duration)
        #expect(axis.unit == unit)
        #expect((3...10).contains(axis.ticks.count), "\(axis.ticks)")
        #expect(axis.end >= duration)
        #expect(Set(axis.ticks.map(\.label)).count == axis.ticks.count, "\(axis.ticks)")
    }
}

/// A PNG file with three 8-bit channels; zlib checks its data and checksums.
private struct Picture {
    let width: Int
    let height: Int
    let fileSize: Int
    private var rows: [[UInt8]] = []

    init(_ file: [UInt8]) throws {
        try #require(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        fileSize = file.count
        func number(_ offset: Int) -> Int { file[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        var data: [UInt8] = []
        var names: [String] = []
        var offset = 8
        while offset + 12 <= file.count {
            let length = number(offset)
            try #require(offset + 12 + length <= file.count)
            let body = Array(file[(offset + 4)..<(offset + 8 + length)])
            try #require(Int(crc32(0, body, UInt32(body.count))) == number(offset + 8 + length))
            names.append(String(decoding: body.prefix(4), as: UTF8.self))
            if names.last == "IDAT" { data += body.dropFirst(4) }
            offset += 12 + length
        }
        try #require(names.first == "IHDR" && names.last == "IEND" && offset == file.count)
        try #require(Array(file[24..<29]) == [8, 2, 0, 0, 0])
        (width, height) = (number(16), number(20))
        let stride = width * 3
        var size = UInt((stride + 1) * height)
        var bytes = [UInt8](repeating: 0, count: Int(size))
        try #require(uncompress(&bytes, &size, data, UInt(data.count)) == Z_OK && Int(size) == bytes.count)
        var above = [UInt8](repeating: 0, count: stride)
        for row in 0..<height {
            let start = row * (stride + 1)
            above = try Self.unfiltered(Array(bytes[(start + 1)...(start + stride)]), above, filter: bytes[start])
            rows.append(above)
        }
    }

    /// Reverses the filter of a row (PNG specification, third edition, section 9.2).
    private static func unfiltered(_ row: [UInt8], _ above: [UInt8], filter: UInt8) throws -> [UInt8] {
        try #require(filter <= 4)
        var result = row
        for index in row.indices where filter > 0 {
            let left = index < 3 ? 0 : Int(result[index - 3])
            let up = Int(above[index])
            let guess: Int
            if filter == 1 {
                guess = left
            } else if filter == 2 {
                guess = up
            } else if filter == 3 {
                guess = (left + up) / 2
            } else {
                let corner = index < 3 ? 0 : Int(above[index - 3])
                let (toLeft, toUp, toCorner) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
                guess = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
            }
            result[index] = row[index] &+ UInt8(truncatingIfNeeded: guess)
        }
        return result
    }

    /// The colour at a point in drawing units, as 0xRRGGBB.
    func color(_ x: Int, _ y: Int, _ scale: Int) -> Int {
        let start = x * scale * 3
        return rows[y * scale][start..<(start + 3)].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The bytes of a rectangle in drawing units.
    func pixels(x: Range<Int>, y: Range<Int>, _ scale: Int) -> [UInt8] {
        rows[(y.lowerBound * scale)..<(y.upperBound * scale)].flatMap {
            $0[(x.lowerBound * scale * 3)..<(x.upperBound * scale * 3)]
        }
    }
}
