import HapticPatterns
import LanguageServices
import Testing

@testable import HapticRendering

@Suite("Pictures of patterns")
struct PictureTests {
    /// Two taps and a vibration that swells.
    private static func pattern() throws -> HapticPattern {
        try HapticPattern(
            events: [
                .transient(at: 0, intensity: 1, sharpness: 0.7), .transient(at: 0.1, intensity: 0.7, sharpness: 0.5),
                .continuous(at: 0.2, duration: 0.5, intensity: 0.8, sharpness: 0.3),
            ],
            curves: [HapticCurve(.intensity, at: 0.2, points: [.init(0, 0), .init(0.5, 1)])]
        )
    }

    @Test("the same pattern gives the same bytes")
    func bytes() throws {
        let pattern = try Self.pattern()
        for appearance in PlotAppearance.allCases {
            #expect(
                HapticPlot.png(pattern, title: "x", appearance: appearance)
                    == HapticPlot.png(pattern, title: "x", appearance: appearance)
            )
            #expect(
                HapticPlot.svg(pattern, title: "x", appearance: appearance)
                    == HapticPlot.svg(pattern, title: "x", appearance: appearance)
            )
        }
        #expect(HapticPlot.png(pattern, title: "x") != HapticPlot.png(pattern, title: "x", appearance: .dark))
    }

    @Test(
        "a PNG has whole chunks with right checksums, and its pixels are those that were drawn",
        arguments: [1, 2, 3]
    )
    func png(scale: Int) throws {
        let file = HapticPlot.png(try Self.pattern(), title: "success", scale: scale)
        #expect(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        var names: [String] = []
        var data: [UInt8] = []
        var place = 8
        while place + 12 <= file.count {
            let length = Self.number(file, place)
            try #require(place + 12 + length <= file.count)
            let body = Array(file[(place + 4)..<(place + 8 + length)])
            names.append(String(decoding: body.prefix(4), as: UTF8.self))
            #expect(PNGFile.crc(body) == UInt32(Self.number(file, place + 8 + length)))
            if names.last == "IHDR" {
                #expect(Self.number(body, 4) == 800 * scale && Self.number(body, 8) == 400 * scale)
            }
            if names.last == "IDAT" { data += body.dropFirst(4) }
            place += 12 + length
        }
        #expect(names == ["IHDR", "IDAT", "IEND"] && place == file.count)
        let rows = try #require(Inflate.zlib(data))
        #expect(rows.count == (800 * scale * 3 + 1) * 400 * scale)
        // The first row is white from end to end.
        #expect(rows.prefix(800 * scale * 3 + 1).dropFirst().allSatisfy { $0 == 255 })
        #expect(file.count < 60_000 * scale)
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    }

    @Test("the checksum of known bytes is the known one")
    func crc() {
        #expect(PNGFile.crc(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(Deflate.adler(Array("Wikipedia".utf8)) == 0x11E6_0398)
    }

    @Test("what is compressed comes out as it went in")
    func deflate() throws {
        var state: UInt64 = 7
        for round in 0..<60 {
            var bytes: [UInt8] = []
            while bytes.count < round * 37 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let run = Int(state >> 60) * Int(state >> 59 & 31)
                bytes += [UInt8](repeating: UInt8(truncatingIfNeeded: state >> 33), count: run % 700 + 1)
                if state >> 20 & 3 == 0 { for _ in 0..<(run % 500) { bytes += [1, 2, UInt8(run & 3)] } }
            }
            #expect(Inflate.zlib(Deflate.zlib(bytes)) == bytes)
        }
        #expect(Inflate.zlib(Deflate.zlib([])) == [])
        for length in 1...600 {
            let bytes = [UInt8](repeating: 9, count: length)
            #expect(Inflate.zlib(Deflate.zlib(bytes)) == bytes)
        }
    }

    @Test("every sign of a plot has a glyph that stays on its grid")
    func font() {
        for character in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,-+/:_'()%=#·–×" {
            let strokes = StrokeFont.strokes(of: character)
            #expect(!strokes.isEmpty && strokes.allSatisfy { !$0.isEmpty }, "\(character)")
            #expect(strokes.joined().allSatisfy { (0...4).contains($0.x) && (0...8).contains($0.y) }, "\(character)")
            // Nothing but capital boxes looks like the box of an unknown sign.
            #expect(strokes.map { $0.map(\.x) } != StrokeFont.strokes(of: "猫").map { $0.map(\.x) }, "\(character)")
        }
        #expect(StrokeFont.strokes(of: " ").isEmpty)
        #expect(StrokeFont.width(of: "") == 0)
    }

    @Test("an SVG shows what there is, and a name cannot break out of it")
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

    @Test("silence, an hour, and a crowd of taps are drawn as well")
    func extremes() throws {
        let silence = try HapticPattern(events: [])
        let hour = try HapticPattern(events: [.continuous(at: 0, duration: 3600), .transient(at: 1800)])
        let crowd = try HapticPattern(events: (0..<20_000).map { .transient(at: Double($0) * 0.001) })
        for pattern in [silence, hour, crowd] {
            #expect(!HapticPlot.svg(pattern, title: "").isEmpty)
            #expect(HapticPlot.svg(pattern, title: "").count < 3_000_000)
            #expect(TerminalPlot(pattern, title: "").lines.allSatisfy { $0.count <= 72 })
        }
        #expect(!HapticPlot.png(silence, title: "\u{1F600}").isEmpty)
        #expect(HapticPlot.png(hour, title: "", scale: -5) == HapticPlot.png(hour, title: "", scale: 1))
    }

    @Test("a thinned line stays within its tolerance of every point")
    func thinning() throws {
        let points = (0..<3000).map { index in
            (time: Double(index) * 0.01, value: 0.5 + 0.5 * Sine.value(turns: Double(index) * 0.0013))
        }
        let thinned = PlotCourse.thinned(points, 0.001)
        #expect(thinned.count < 300)
        var place = 0
        for point in points {
            while place + 2 < thinned.count, thinned[place + 1].time <= point.time { place += 1 }
            let (a, b) = (thinned[place], thinned[place + 1])
            let share = (point.time - a.time) / (b.time - a.time)
            #expect(abs(a.value + (b.value - a.value) * share - point.value) < 0.0025)
        }
    }

    @Test(
        "the axis has a few round marks",
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

/// Undoes what `Deflate` does, by RFC 1951 and not by our code.
enum Inflate {
    static func zlib(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 6, (Int(bytes[0]) * 256 + Int(bytes[1])) % 31 == 0, bytes[0] == 0x78 else { return nil }
        var place = 16
        func bit() -> Int? {
            guard place / 8 < bytes.count - 4 else { return nil }
            defer { place += 1 }
            return Int(bytes[place / 8] >> UInt8(place % 8)) & 1
        }
        func low(_ count: Int) -> Int? {
            var value = 0
            for index in 0..<count {
                guard let next = bit() else { return nil }
                value |= next << index
            }
            return value
        }
        func high(_ count: Int) -> Int? {
            var value = 0
            for _ in 0..<count {
                guard let next = bit() else { return nil }
                value = value << 1 | next
            }
            return value
        }
        func symbol() -> Int? {
            guard let seven = high(7) else { return nil }
            if seven <= 0b0010111 { return 256 + seven }
            guard let eight = bit().map({ seven << 1 | $0 }) else { return nil }
            if (0x30...0xBF).contains(eight) { return eight - 0x30 }
            if (0xC0...0xC7).contains(eight) { return 280 + eight - 0xC0 }
            return bit().map { (eight << 1 | $0) - 0x190 + 144 }
        }
        let bases = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
            227, 258,
        ]
        let extras = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
        guard low(1) == 1, low(2) == 1 else { return nil }
        var result: [UInt8] = []
        while let code = symbol() {
            if code == 256 {
                let sum = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                return sum == Deflate.adler(result) ? result : nil
            }
            if code < 256 {
                result.append(UInt8(code))
                continue
            }
            guard bases.indices.contains(code - 257), let extra = low(extras[code - 257]), let far = high(5), far < 4,
                result.count > far
            else { return nil }
            for _ in 0..<(bases[code - 257] + extra) { result.append(result[result.count - far - 1]) }
        }
        return nil
    }
}
