import DictionaryTranslation
import LanguageServices
import Platform
import TestSupport
import Testing

@testable import DictionaryImport

@Suite("Opening dictionaries") struct DictionaryOpeningTests {
    private static let options = DictionaryOptions(source: LanguageTag("en"), target: LanguageTag("de"))

    @Test func anyFileOpensADictionary() throws {
        let fixture = try DictionaryFixture()
        let index = try fixture.dictd("eng-deu", [(["a"], "a\nb\n")])
        _ = try fixture.stardict("star", [("a", Array("b".utf8))])
        let stem = String(index.dropLast(6))
        for path in [index, stem, stem + ".dict.dz"] {
            #expect(try DictionaryFormat.detect(path) == .dictd)
            #expect(try DictionaryOpening.open(path: path).everything().entries.map(\.headword) == ["a"])
        }
        for ending in ["", ".ifo", ".idx", ".dict"] {
            let path = fixture.folder.file("star" + ending)
            #expect(try DictionaryFormat.detect(path) == .stardict)
            #expect(try DictionaryOpening.open(path: path, options: Self.options).everything().entries.count == 1)
        }
        // If a folder contains two dictionaries, one of them must be named.
        let error = #expect(throws: ServiceError.self) { try DictionaryOpening.open(path: fixture.folder.path + "/") }
        #expect(error?.message.contains("contains 2 dictionaries") == true)
    }

    @Test func incompleteDictionariesAreReported() throws {
        let fixture = try DictionaryFixture()
        let path = try fixture.write("eng-deu.index", "a\tA\tB\n")
        let error = #expect(throws: ServiceError.self) { try DictionaryOpening.open(path: path) }
        #expect(error?.message.contains("incomplete") == true && error?.remedy != nil)
    }

    /// A pipe without a writer would block, and a device never ends.
    @Test(.timeLimit(.minutes(10)))
    func specialFilesAreRejected() throws {
        let fixture = try DictionaryFixture()
        _ = try fixture.dictd("good", [(["a"], "a\nb\n")])
        _ = try fixture.stardict("star", [("a", Array("b".utf8))])
        let folder = fixture.folder
        let places = [
            ["one.index", "one.dict.dz"], ["two.index", "two.dict"], ["three.ifo", "three.idx"], ["four.tar"],
            ["five.zip"], ["six.tsv"], ["seven"], ["eight.pdi"],
        ]
        for names in places {
            for kind in ["pipe", "device", "folder"] {
                for odd in names {
                    for name in names {
                        let path = folder.file(name)
                        if name != odd {
                            let whole =
                                name.hasSuffix(".ifo")
                                ? "star.ifo" : name.hasSuffix(".index") ? "good.index" : "good.dict.dz"
                            symlink(folder.file(whole), path)
                        } else if kind == "pipe" {
                            mkfifo(path, 0o600)
                        } else if kind == "device" {
                            symlink("/dev/zero", path)
                        } else {
                            mkdir(path, 0o700)
                        }
                    }
                    for name in names {
                        let error = #expect(throws: ServiceError.self, "\(kind) \(name)") {
                            _ = try DictionaryOpening.open(path: folder.file(name), options: Self.options).everything()
                        }
                        #expect([.io, .unsupported].contains(error?.code))
                        #expect(throws: ServiceError.self) { try DictionaryIndex(path: folder.file(odd)) }
                    }
                    for name in names where unlink(folder.file(name)) != 0 { rmdir(folder.file(name)) }
                }
            }
        }
    }

    @Test func otherFilesAreRejectedWithTheSupportedFormats() throws {
        let fixture = try DictionaryFixture()
        let files: [(String, [UInt8])] = [
            ("prose", Array("Once upon a time\nthere was a word.\n".utf8)),
            ("page.html", Array("<html>\t</html>".utf8)),
            ("x.sqlite", Array("SQLite format 3\0\t".utf8)), ("empty", []), ("zeros", [0, 9, 0, 9]),
            ("packed", [0x1F, 0x8B, 8, 0]),
        ]
        for (name, bytes) in files {
            let path = try fixture.write(name, bytes)
            let error = #expect(throws: ServiceError.self) {
                try DictionaryOpening.open(path: path, options: Self.options)
            }
            #expect(error?.code == .unsupported, "\(name): \(String(describing: error))")
            #expect(error?.remedy?.contains("StarDict") == true)
        }
        for path in ["", "/nowhere/at/all", "a\0b"] {
            #expect(throws: ServiceError.self) { try DictionaryOpening.open(path: path) }
        }
        let empty = try fixture.folder.folder("folder")
        #expect(throws: ServiceError.self) { try DictionaryOpening.open(path: empty) }
    }

    @Test func archivesAreUnpackedIntoTheirOwnFolder() throws {
        let fixture = try DictionaryFixture()
        let (index, texts) = DictionaryFixture.dictd([(keys: ["a"], text: "a\nb\n")])
        let tar = TarFixture.pack([
            ("readme.sh", Array("rm".utf8)), ("../../../eng-deu.index", index), ("dic/eng-deu.dict", texts),
        ])
        for (name, bytes) in [("x.tar", tar), ("x.tar.gz", GzipFixture.pack(tar)), ("x.tgz", GzipFixture.pack(tar))] {
            let source = try DictionaryOpening.open(path: try fixture.write(name, bytes))
            #expect(source.info.name == "eng-deu")
            #expect(try source.everything().entries.map(\.headword) == ["a"])
        }
        #expect(fixture.folder.names() == ["x.tar", "x.tar.gz", "x.tgz"])
        for bytes in [Array(tar.prefix(600)), Array("no archive".utf8), TarFixture.pack([("readme", [1])])] {
            let path = try fixture.write("broken.tar", bytes)
            #expect(throws: ServiceError.self) { _ = try DictionaryOpening.open(path: path).everything() }
        }
    }

    @Test func installedDictionariesAreListed() throws {
        let fixture = try DictionaryFixture()
        _ = try fixture.dictd("freedict-eng-deu", [(["a"], "a\nb\n")])
        _ = try fixture.write("freedict-lonely.index", "a\tA\tB\n")
        let star = try DictionaryFixture()
        _ = try star.folder.folder("sub")
        _ = try star.stardict("sub/english-czech", [("a", Array("b".utf8))])
        _ = try star.stardict("freedict-eng-deu", [("a", Array("b".utf8))])
        let lines = try DictionaryFixture()
        _ = try lines.write("edict", EntrySamples.lines[0])
        _ = try lines.write("README", "nothing\n")
        let folders = SystemDictionaries.Folders(
            dictd: ["/nowhere", fixture.folder.path],
            stardict: [star.folder.path],
            edict: [lines.folder.path]
        )
        let found = SystemDictionaries.available(in: folders)
        #expect(found.map(\.name) == ["edict", "english-czech", "freedict-eng-deu"])
        #expect(found.map(\.format) == [.edict, .stardict, .dictd])
        #expect(
            found.map { $0.source?.text } == ["ja", "en", "en"] && found.map { $0.target?.text } == ["en", "cs", "de"]
        )
        let one = try #require(SystemDictionaries.named("english-czech", in: folders))
        #expect(try DictionaryOpening.open(path: one.path).info.target == LanguageTag("cs"))
        #expect(SystemDictionaries.named("nothing", in: folders) == nil)
        let own = SystemDictionaries.Folders.system(environment: ["STARDICT_DATA_DIR": "/data", "HOME": "/home/me"])
        #expect(own.stardict.first == "/data/dic" && own.stardict.last == "/home/me/.stardict/dic")
    }

    @Test func dictionariesAreInverted() throws {
        let fixture = try DictionaryFixture()
        let text =
            "headword\tpos\tsense\ttranslations\nhome\tnoun\t\thogar {m}; casa {f}\nhouse\tnoun\t\tcasa {f}\nto house\tverb\t\tcasa\n"
            + "water\tnoun\t\t水 [みず]\n"
        let source = try DictionaryOpening.open(path: try fixture.write("en-es.tsv", text))
        let inverted = InvertedSource(source, name: "es-en")
        #expect(
            inverted.info.name == "es-en" && inverted.info.source == LanguageTag("es")
                && inverted.info.target == LanguageTag("en")
        )
        let (entries, report) = try inverted.everything()
        #expect(report.entries == 4)
        #expect(Set(entries.map(\.headword)) == ["hogar", "casa", "水"])
        let casa = entries.filter { $0.headword == "casa" }
        #expect(Set(casa.map(\.partsOfSpeech)) == [[.noun], [.verb]])
        let noun = try #require(casa.first { $0.partsOfSpeech == [.noun] })
        #expect(noun.genders == [.feminine] && noun.texts == [["house", "home"]])
        let water = try #require(entries.first { $0.headword == "水" })
        #expect(water.reading == "みず" && water.texts == [["water"]])
    }
}
