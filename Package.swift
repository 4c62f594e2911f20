// swift-tools-version:6.1

import PackageDescription

// Parlance has no package dependencies: it links C libraries of the system, and nothing else.
// The arrows between targets point downward only; ARCHITECTURE.md draws them and a test compares the two.
let package = Package(
    name: "parlance",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "LanguageServices", targets: ["LanguageServices"]),
        .library(name: "LanguageServicesTesting", targets: ["LanguageServicesTesting"]),
        .library(name: "ServiceConfiguration", targets: ["ServiceConfiguration"]),
        .library(name: "StandardProviders", targets: ["StandardProviders"]),
        .library(name: "EspeakSpeech", targets: ["EspeakSpeech"]),
        .library(name: "Inflection", targets: ["Inflection"]),
        .library(name: "DictionaryTranslation", targets: ["DictionaryTranslation"]),
        .library(name: "CorpusSentences", targets: ["CorpusSentences"]),
        .library(name: "ApertiumTranslation", targets: ["ApertiumTranslation"]),
        .library(name: "RemoteTranslation", targets: ["RemoteTranslation"]),
        .library(name: "RemoteSentences", targets: ["RemoteSentences"]),
        .library(name: "RemoteSpeech", targets: ["RemoteSpeech"]),
        .library(name: "PluginHost", targets: ["PluginHost"]),
        .library(name: "TemplateSentences", targets: ["TemplateSentences"]),
        .library(name: "Decks", targets: ["Decks"]),
        .library(name: "DeckSpeech", targets: ["DeckSpeech"]),
        .library(name: "Exercises", targets: ["Exercises"]),
        .library(name: "Haptics", targets: ["Haptics"]),
        .library(name: "FeedbackPatterns", targets: ["FeedbackPatterns"]),
        .library(name: "RequestQueue", targets: ["RequestQueue"]),
        .library(name: "HTTPTransport", targets: ["HTTPTransport"]),
        .library(name: "ResponseCache", targets: ["ResponseCache"]),
        .library(name: "UsageKeeping", targets: ["UsageKeeping"]),
        .library(name: "Audio", targets: ["Audio"]),
        .executable(name: "parlance", targets: ["parlance"]),
        .executable(name: "parlance-bench", targets: ["parlance-bench"]),
    ],
    targets: [
        // C libraries and shims
        .systemLibrary(
            name: "CArchive",
            pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]
        ),
        .target(name: "CCurl"),
        .systemLibrary(name: "CEvdev"),
        .systemLibrary(
            name: "CEspeak",
            pkgConfig: "espeak-ng",
            providers: [.apt(["libespeak-ng-dev"]), .brew(["espeak-ng"])]
        ),
        .target(name: "CEspeakWorker", dependencies: ["CEspeak", "CSpawn"]),
        .systemLibrary(
            name: "CICU",
            pkgConfig: "icu-i18n",
            providers: [.apt(["libicu-dev"]), .brew(["icu4c"])]
        ),
        .target(name: "CICUText", dependencies: ["CICU"]),
        .target(name: "CPulseSimple"),
        .systemLibrary(
            name: "CSndFile",
            pkgConfig: "sndfile",
            providers: [.apt(["libsndfile1-dev"]), .brew(["libsndfile"])]
        ),
        .systemLibrary(name: "CSonic", providers: [.apt(["libsonic-dev"]), .brew(["sonic"])]),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
        ),
        .target(name: "CSpawn"),

        // The core
        .target(name: "LanguageServices"),
        .target(name: "LanguageServicesTesting", dependencies: ["LanguageServices"]),

        // Foundations that providers and the program share
        .target(name: "Files", dependencies: ["LanguageServices"]),
        .target(name: "Database", dependencies: ["LanguageServices", "Files", "CSQLite"]),
        .target(name: "Processes", dependencies: ["LanguageServices", "Files", "CSpawn"]),
        .target(
            name: "Audio",
            dependencies: ["LanguageServices", "Files", "Processes", "CPulseSimple", "CSndFile", "CSonic"]
        ),
        .target(name: "HTTPTransport", dependencies: ["LanguageServices", "Files", "CCurl"]),
        .target(name: "ResponseCache", dependencies: ["LanguageServices", "Database", "Files"]),
        .target(name: "UsageKeeping", dependencies: ["LanguageServices", "Database", "Files"]),
        .target(name: "VoiceBuilding", dependencies: ["LanguageServices", "Files"]),
        .target(name: "JSON", dependencies: ["LanguageServices"]),
        .target(
            name: "ServiceConfiguration",
            dependencies: ["LanguageServices", "Files", "JSON"],
            exclude: ["parlance.schema.json"]
        ),
        .target(name: "Text", dependencies: ["CICUText"]),
        .target(name: "Inflection", dependencies: ["LanguageServices", "Text"]),
        .target(name: "SentenceChecks", dependencies: ["LanguageServices", "Inflection", "Text"]),
        .target(name: "Japanese", dependencies: ["LanguageServices", "Processes", "Text"]),

        .target(name: "Haptics", dependencies: ["LanguageServices", "Files", "JSON", "CEvdev"]),
        .target(name: "ModelContext", dependencies: ["LanguageServices", "JSON"]),
        .target(name: "FrontEndServer", dependencies: ["LanguageServices", "JSON", "PluginHost"]),
        .target(name: "RequestQueue", dependencies: ["LanguageServices", "Database", "Files", "JSON"]),

        // Providers
        .target(
            name: "EspeakSpeech",
            dependencies: [
                "LanguageServices", "Audio", "Files", "Japanese", "Text", "VoiceBuilding", "CEspeak", "CEspeakWorker",
            ]
        ),
        .target(
            name: "DictionaryTranslation",
            dependencies: ["LanguageServices", "Files", "Inflection", "Japanese", "Text", "CArchive"]
        ),
        .target(
            name: "ApertiumTranslation",
            dependencies: ["LanguageServices", "Files", "Processes", "Text", "CSpawn"]
        ),
        .target(
            name: "CorpusSentences",
            dependencies: [
                "LanguageServices", "Database", "Files", "Inflection", "Japanese", "SentenceChecks", "Text",
            ]
        ),
        .target(
            name: "RemoteService",
            dependencies: ["LanguageServices", "Files", "HTTPTransport", "JSON", "Text"]
        ),
        .target(
            name: "RemoteTranslation",
            dependencies: ["LanguageServices", "Files", "HTTPTransport", "JSON", "RemoteService", "Text"]
        ),
        .target(
            name: "RemoteSentences",
            dependencies: [
                "LanguageServices", "HTTPTransport", "Inflection", "JSON", "RemoteService", "SentenceChecks", "Text",
            ]
        ),
        .target(
            name: "RemoteSpeech",
            dependencies: [
                "LanguageServices", "Audio", "HTTPTransport", "JSON", "RemoteService", "Text",
            ]
        ),
        .target(
            name: "FeedbackPatterns",
            dependencies: ["LanguageServices", "Audio", "Files", "Haptics", "Processes"]
        ),
        .target(
            name: "PluginHost",
            dependencies: [
                "LanguageServices", "Audio", "Files", "JSON", "Processes", "SentenceChecks", "CSpawn",
            ]
        ),
        .target(name: "TemplateSentences", dependencies: ["LanguageServices", "Files", "Inflection", "Text"]),
        .target(
            name: "StandardProviders",
            dependencies: [
                "LanguageServices", "ServiceConfiguration", "EspeakSpeech", "DictionaryTranslation",
                "ApertiumTranslation", "CorpusSentences", "FeedbackPatterns", "Inflection", "PluginHost", "Processes",
                "RemoteSentences", "RemoteSpeech", "RemoteTranslation", "TemplateSentences",
            ]
        ),

        // Decks
        .target(
            name: "Decks",
            dependencies: ["LanguageServices", "Database", "Files", "Text", "CArchive", "CSQLite"]
        ),

        // Exercises
        .target(
            name: "Exercises",
            dependencies: ["LanguageServices", "Inflection", "SentenceChecks", "Text"]
        ),

        .target(name: "DeckSpeech", dependencies: ["LanguageServices", "Audio", "Decks", "Files"]),

        // The program
        .target(name: "ArgumentParsing", dependencies: ["LanguageServices"]),
        .executableTarget(
            name: "parlance",
            dependencies: [
                "ArgumentParsing", "Audio", "DeckSpeech", "Decks", "DictionaryTranslation", "EspeakSpeech", "Exercises",
                "FeedbackPatterns", "Files", "FrontEndServer", "Haptics", "JSON", "LanguageServices",
                "LanguageServicesTesting", "ModelContext",
                "PluginHost", "Processes", "RequestQueue", "ResponseCache", "ServiceConfiguration", "StandardProviders",
                "UsageKeeping", "VoiceBuilding",
            ]
        ),
        .executableTarget(
            name: "parlance-bench",
            dependencies: [
                "ApertiumTranslation", "CorpusSentences", "Database", "Decks", "DictionaryTranslation", "EspeakSpeech",
                "Files", "HTTPTransport", "Haptics", "Inflection", "JSON", "LanguageServices", "PluginHost",
                "Processes", "RemoteTranslation", "SentenceChecks", "ServiceConfiguration", "TemplateSentences",
                "Text", "CEspeak", "CSpawn",
            ]
        ),

        // Tests
        .target(
            name: "TestSupport",
            dependencies: ["Audio", "LanguageServices", "Processes"],
            path: "Tests/TestSupport"
        ),
        .executableTarget(
            name: "batch-trial",
            dependencies: ["Decks", "LanguageServices", "TestSupport"],
            path: "Tests/BatchTrial"
        ),
        .executableTarget(
            name: "cache-trial",
            dependencies: ["LanguageServices", "ResponseCache"],
            path: "Tests/CacheTrial"
        ),
        .testTarget(
            name: "ArgumentParsingTests",
            dependencies: ["ArgumentParsing", "TestSupport"],
            exclude: ["Snapshots"]
        ),
        .testTarget(
            name: "AudioTests",
            dependencies: [
                "Audio", "Files", "LanguageServices", "LanguageServicesTesting", "Processes", "CSndFile", "CSpawn",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "ApertiumTranslationTests",
            dependencies: [
                "ApertiumTranslation", "LanguageServices", "LanguageServicesTesting", "Processes", "TestSupport",
            ]
        ),
        .testTarget(
            name: "CorpusSentencesTests",
            dependencies: [
                "CorpusSentences", "Files", "Japanese", "LanguageServices", "LanguageServicesTesting", "TestSupport",
            ]
        ),
        .testTarget(
            name: "DatabaseTests",
            dependencies: ["Database", "Files", "LanguageServices", "TestSupport"]
        ),
        .testTarget(
            name: "DecksTests",
            dependencies: [
                "batch-trial", "CSQLite", "Decks", "Files", "LanguageServices", "LanguageServicesTesting", "Processes",
                "ServiceConfiguration", "TestSupport",
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "DeckSpeechTests",
            dependencies: [
                "Audio", "DeckSpeech", "Decks", "Files", "LanguageServices", "LanguageServicesTesting", "TestSupport",
            ]
        ),
        .testTarget(
            name: "DictionaryTranslationTests",
            dependencies: [
                "DictionaryTranslation", "Files", "Inflection", "Japanese", "LanguageServices",
                "LanguageServicesTesting", "TestSupport", "Text",
            ]
        ),
        .testTarget(
            name: "EspeakSpeechTests",
            dependencies: [
                "EspeakSpeech", "Japanese", "LanguageServices", "LanguageServicesTesting", "TestSupport",
                "VoiceBuilding",
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "FrontEndServerTests",
            dependencies: [
                "FrontEndServer", "Files", "JSON", "LanguageServices", "LanguageServicesTesting", "PluginHost",
                "Processes", "TestSupport",
            ]
        ),
        .testTarget(
            name: "ModelContextTests",
            dependencies: ["ModelContext", "JSON", "LanguageServices", "TestSupport"]
        ),
        .testTarget(
            name: "ExercisesTests",
            dependencies: ["Exercises", "JSON", "LanguageServices", "LanguageServicesTesting", "TestSupport", "Text"]
        ),
        .testTarget(name: "FilesTests", dependencies: ["Files", "LanguageServices", "TestSupport"]),
        .testTarget(
            name: "FeedbackPatternsTests",
            dependencies: [
                "Audio", "FeedbackPatterns", "Haptics", "LanguageServices", "LanguageServicesTesting", "TestSupport",
            ]
        ),
        .testTarget(
            name: "HapticsTests",
            dependencies: ["Haptics", "JSON", "LanguageServices", "LanguageServicesTesting", "TestSupport"],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "HTTPTransportTests",
            dependencies: ["HTTPTransport", "LanguageServices", "TestSupport"],
            exclude: ["Server"]
        ),
        .testTarget(name: "LanguageServicesTests", dependencies: ["LanguageServices", "LanguageServicesTesting"]),
        .testTarget(
            name: "LanguageServicesTestingTests",
            dependencies: ["LanguageServices", "LanguageServicesTesting"]
        ),
        .testTarget(
            name: "RemoteSentencesTests",
            dependencies: [
                "RemoteSentences", "HTTPTransport", "JSON", "LanguageServices", "LanguageServicesTesting",
                "RemoteService", "SentenceChecks", "TestSupport",
            ],
            exclude: ["Server"]
        ),
        .testTarget(
            name: "RemoteSpeechTests",
            dependencies: [
                "RemoteSpeech", "Audio", "HTTPTransport", "JSON", "LanguageServices", "LanguageServicesTesting",
                "RemoteService", "TestSupport",
            ],
            exclude: ["Server"]
        ),
        .testTarget(
            name: "RemoteTranslationTests",
            dependencies: [
                "RemoteTranslation", "Files", "HTTPTransport", "JSON", "LanguageServices", "LanguageServicesTesting",
                "Processes", "RemoteService", "TestSupport",
            ],
            exclude: ["Server"]
        ),
        .testTarget(
            name: "PluginHostTests",
            dependencies: [
                "PluginHost", "Files", "JSON", "LanguageServices", "LanguageServicesTesting", "Processes",
                "TestSupport",
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "ResponseCacheTests",
            dependencies: [
                "cache-trial", "Database", "Files", "LanguageServices", "LanguageServicesTesting", "Processes",
                "ResponseCache", "TestSupport",
            ]
        ),
        .testTarget(
            name: "RepositoryTests",
            dependencies: [
                "parlance", "Audio", "DictionaryTranslation", "Files", "LanguageServices", "LanguageServicesTesting",
                "Processes", "ServiceConfiguration", "StandardProviders", "TestSupport",
            ]
        ),
        .testTarget(
            name: "RequestQueueTests",
            dependencies: ["RequestQueue", "CSQLite", "LanguageServices", "TestSupport"]
        ),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "LanguageServices", "TestSupport"]),
        .testTarget(
            name: "ServiceConfigurationTests",
            dependencies: ["ServiceConfiguration", "JSON", "LanguageServices"]
        ),
        .testTarget(
            name: "StandardProvidersTests",
            dependencies: ["StandardProviders", "ServiceConfiguration", "JSON", "LanguageServices"]
        ),
        .testTarget(
            name: "InflectionTests",
            dependencies: ["Inflection", "LanguageServices", "TestSupport", "Text"],
            exclude: ["Fixtures"]
        ),
        .testTarget(name: "SentenceChecksTests", dependencies: ["SentenceChecks", "Inflection", "LanguageServices"]),
        .testTarget(name: "JapaneseTests", dependencies: ["Japanese"]),
        .testTarget(
            name: "TemplateSentencesTests",
            dependencies: [
                "TemplateSentences", "EspeakSpeech", "Files", "Inflection", "LanguageServices",
                "LanguageServicesTesting", "SentenceChecks", "TestSupport",
            ],
            exclude: ["Fixtures", "Snapshots"]
        ),
        .testTarget(name: "TextTests", dependencies: ["Text"]),
        .testTarget(
            name: "UsageKeepingTests",
            dependencies: ["UsageKeeping", "Database", "Files", "LanguageServices", "TestSupport"]
        ),
        .testTarget(
            name: "VoiceBuildingTests",
            dependencies: ["VoiceBuilding", "Files", "LanguageServices", "TestSupport"],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "parlanceTests",
            dependencies: [
                "parlance", "ArgumentParsing", "Audio", "Exercises", "HTTPTransport", "JSON", "LanguageServices",
                "LanguageServicesTesting", "Processes", "ServiceConfiguration", "StandardProviders", "TestSupport",
            ],
            exclude: ["FrontEnd", "Guard", "Snapshots"]
        ),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu11
)

for target in package.targets where [.executable, .test, .regular].contains(target.type) {
    target.swiftSettings = [
        // `any` is written out for every existential type.
        .enableUpcomingFeature("ExistentialAny"),
        // A member is visible only where its module is imported.
        .enableUpcomingFeature("MemberImportVisibility"),
        // An import is internal unless it says `public`.
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
