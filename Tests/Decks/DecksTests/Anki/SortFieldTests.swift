import Testing

@testable import Decks

@Suite("The sort field") struct SortFieldTests {
    /// The values that Anki 26.9.3 wrote for these fields.
    static let anki: [(String, String, Int64)] = [
        ("0123", "0123", 3_300_247_659),
        ("house", "house", 1_542_009_984),
        (" a ", " a ", 1_952_409_464),
        ("AT&T", "AT&T", 2_973_542_706),
        ("a &lt; b &#x41; &#66; &nbsp;c", "a < b A B  c", 1_424_781_161),
        ("<!-- x --> <img src='a b.jpg'>y<style>p {}</style>z", "  a b.jpg yz", 699_167_247),
        ("x < y", "x < y", 287_407_575),
        ("<audio src=a.mp3 controls><div>1</div> ", " a.mp3 1 ", 3_209_939_908),
        ("<IMG alt=\"src=no\" SRC=\"Bild.png\"> <br>", " no\"  ", 3_706_951_300),
        ("&unknown; <i>t</i>", "&unknown; t", 3_115_450_546),
        ("Ünï <script>if (a > b) {}</script>côdé", "Ünï côdé", 4_121_328_264),
        ("<img><b>q</b>", "q", 585_768_036),
        ("[sound:a.mp3]", "[sound:a.mp3]", 2_685_632_892),
        ("<object data=\"x.svg\"></object>", " x.svg ", 2_437_805_605),
        ("a<b", "a<b", 3_127_307_912),
        ("<<b>>", ">", 152_274_366),
        ("<img data-src='q'>", " q ", 1_615_784_054),
        ("<!-- open <b>x</b>", "x", 301_378_958),
        ("<style>never <i>closed</i>", "never closed", 685_556_642),
        ("&amp;lt;", "&lt;", 1_563_171_456),
        ("&amp", "&amp", 44_116_051),
        ("&#0;x", "\0x", 3_105_747_812),
        ("&#xD800;", "&#xD800;", 750_384_503),
        ("<imgsrc=a>", "", 3_661_210_606),
        ("<source media='a>b' src=\"c d\">", " c d ", 11_784_117),
        ("日本<br>語&ndash;", "日本語–", 2_138_988_876),
        ("<img src=>x", "x", 301_378_958),
        ("a&nbsp;&nbsp;b", "a  b", 2_684_532_554),
        ("<img src=\"unclosed>x", " \"unclosed x", 1_611_987_856),
        ("<video src=\"a\"b c>d", " a d", 2_209_723_994),
    ]

    @Test("it matches Anki's value", arguments: anki)
    func likeAnki(field: String, text: String, checksum: Int64) {
        let result = SortField.text(of: field.utf8)
        #expect(String(decoding: result, as: UTF8.self) == text)
        #expect(SortField.checksum(of: result) == checksum)
    }

    @Test(
        "a large field takes linear time",
        arguments: [
            "<", "<img ", "<img src=", "<img '", "<img src=' ", "&", "&#", "<!--", "<style", "<style>",
            "<script></style>",
        ]
    )
    func large(piece: String) {
        // Quadratic time would mean hours here.
        let field = String(repeating: piece, count: 50_000)
        for text in [field, field + ">", field + "'>"] {
            #expect(SortField.text(of: text.utf8).count <= text.utf8.count * 2)
        }
    }
}
