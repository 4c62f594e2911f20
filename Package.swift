// swift-tools-version:6.1

import PackageDescription

// Parlance has no package dependencies: it links C libraries of the system, and nothing else.
// The arrows between targets point downward only; ARCHITECTURE.md draws them and a test compares the two.
let package = Package(
    name: "parlance",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "LanguageServices", targets: ["LanguageServices"]),
        .library(name: "ServiceRegistry", targets: ["ServiceRegistry"]),
        .library(name: "LanguageServicesTesting", targets: ["LanguageServicesTesting"]),
        .library(name: "Language", targets: ["Language"]),
        .library(
            name: "RemoteProviders",
            targets: ["HTTPTransport", "RemoteState", "RemoteSpeech", "RemoteTranslation", "RemoteSentences"]
        ),
        .library(name: "Audio", targets: ["Audio"]),
        .library(name: "EspeakSpeech", targets: ["EspeakSpeech"]),
        .library(name: "DictionaryTranslation", targets: ["DictionaryTranslation", "ApertiumTranslation"]),
        .library(name: "DictionaryImport", targets: ["DictionaryImport"]),
        .library(name: "Sentences", targets: ["TemplateSentences", "CorpusSentences", "Exercises"]),
        .library(name: "Haptics", targets: ["HapticPatterns", "HapticCodecs", "HapticRendering"]),
        .library(name: "FeedbackPatterns", targets: ["FeedbackPatterns"]),
        .library(name: "Decks", targets: ["Decks", "DeckSpeech"]),
        .library(name: "ServiceConfiguration", targets: ["ServiceConfiguration"]),
        .library(name: "PluginHost", targets: ["PluginHost"]),
        .library(name: "StandardProviders", targets: ["StandardProviders", "ServiceClient"]),
        .executable(name: "parlance", targets: ["parlance"]),
        .executable(name: "parlance-espeak", targets: ["parlance-espeak"]),
        .executable(name: "parlance-bench", targets: ["parlance-bench"]),
    ],
    targets: [
        // Core
        .target(
            name: "LanguageServices",
            path: "Sources/Core/LanguageServices"
        ),
        .target(
            name: "ServiceRegistry",
            dependencies: ["LanguageServices"],
            path: "Sources/Core/ServiceRegistry"
        ),
        .target(
            name: "LanguageServicesTesting",
            dependencies: ["LanguageServices", "ServiceRegistry"],
            path: "Sources/Core/LanguageServicesTesting"
        ),

        // Platform
        .target(
            name: "CDynamicLibrary",
            path: "Sources/Platform/CDynamicLibrary"
        ),
        .target(
            name: "CSpawn",
            path: "Sources/Platform/CSpawn"
        ),
        .systemLibrary(
            name: "CArchive",
            path: "Sources/Platform/CArchive",
            pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]
        ),
        .systemLibrary(
            name: "CSQLite",
            path: "Sources/Platform/CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
        ),
        .systemLibrary(
            name: "CZlib",
            path: "Sources/Platform/CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        .target(
            name: "Platform",
            dependencies: ["LanguageServices", "CSpawn"],
            path: "Sources/Platform/Platform"
        ),
        .target(
            name: "Database",
            dependencies: ["LanguageServices", "CSQLite", "Platform"],
            path: "Sources/Platform/Database"
        ),
        .target(
            name: "JSON",
            dependencies: ["LanguageServices"],
            path: "Sources/Platform/JSON"
        ),

        // Language
        .systemLibrary(
            name: "CICU",
            path: "Sources/Language/CICU",
            pkgConfig: "icu-i18n",
            providers: [.apt(["libicu-dev"]), .brew(["icu4c"])]
        ),
        .target(
            name: "CICUText",
            dependencies: ["CICU"],
            path: "Sources/Language/CICUText"
        ),
        .target(
            name: "CMeCab",
            dependencies: ["CDynamicLibrary"],
            path: "Sources/Language/CMeCab"
        ),
        .target(
            name: "Language",
            dependencies: ["LanguageServices", "Platform", "CICUText", "CMeCab"],
            path: "Sources/Language/Language"
        ),

        // Remote
        .target(
            name: "CCurl",
            dependencies: ["CDynamicLibrary"],
            path: "Sources/Remote/CCurl"
        ),
        .target(
            name: "HTTPTransport",
            dependencies: ["LanguageServices", "Platform", "CCurl"],
            path: "Sources/Remote/HTTPTransport"
        ),
        .target(
            name: "RemoteService",
            dependencies: ["LanguageServices", "Platform", "JSON", "Language", "HTTPTransport"],
            path: "Sources/Remote/RemoteService"
        ),
        .target(
            name: "RemoteState",
            dependencies: ["LanguageServices", "ServiceRegistry", "Platform", "Database", "JSON"],
            path: "Sources/Remote/RemoteState"
        ),

        // Audio
        .target(
            name: "CPulseSimple",
            dependencies: ["CDynamicLibrary"],
            path: "Sources/Audio/CPulseSimple"
        ),
        .target(
            name: "CSampleRate",
            dependencies: ["CDynamicLibrary"],
            path: "Sources/Audio/CSampleRate"
        ),
        .systemLibrary(
            name: "CSndFile",
            path: "Sources/Audio/CSndFile",
            pkgConfig: "sndfile",
            providers: [.apt(["libsndfile1-dev"]), .brew(["libsndfile"])]
        ),
        .systemLibrary(
            name: "CSonic",
            path: "Sources/Audio/CSonic",
            providers: [.apt(["libsonic-dev"]), .brew(["sonic"])]
        ),
        .target(
            name: "Audio",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "Platform", "JSON", "CPulseSimple", "CSampleRate",
                "CSndFile", "CSonic",
            ],
            path: "Sources/Audio/Audio"
        ),

        // Speech
        .systemLibrary(
            name: "CEspeak",
            path: "Sources/Speech/CEspeak",
            pkgConfig: "espeak-ng",
            providers: [.apt(["libespeak-ng-dev"]), .brew(["espeak-ng"])]
        ),
        .systemLibrary(
            name: "CEspeakWorker",
            path: "Sources/Speech/CEspeakWorker"
        ),
        .executableTarget(
            name: "parlance-espeak",
            path: "Sources/Speech/parlance-espeak",
            linkerSettings: [.linkedLibrary("espeak-ng")]
        ),
        .target(
            name: "EspeakSpeech",
            dependencies: [
                "LanguageServices", "CSpawn", "Platform", "Language", "Audio", "CEspeakWorker",
                "parlance-espeak",
            ],
            path: "Sources/Speech/EspeakSpeech"
        ),
        .target(
            name: "RemoteSpeech",
            dependencies: ["LanguageServices", "JSON", "Language", "HTTPTransport", "RemoteService", "Audio"],
            path: "Sources/Speech/RemoteSpeech"
        ),

        // Translation
        .target(
            name: "DictionaryTranslation",
            dependencies: ["LanguageServices", "Platform", "Language"],
            path: "Sources/Translation/DictionaryTranslation"
        ),
        .target(
            name: "DictionaryImport",
            dependencies: ["LanguageServices", "CArchive", "CZlib", "Platform", "Language", "DictionaryTranslation"],
            path: "Sources/Translation/DictionaryImport"
        ),
        .target(
            name: "ApertiumTranslation",
            dependencies: ["LanguageServices", "CSpawn", "Platform", "Language"],
            path: "Sources/Translation/ApertiumTranslation"
        ),
        .target(
            name: "RemoteTranslation",
            dependencies: ["LanguageServices", "JSON", "Language", "HTTPTransport", "RemoteService"],
            path: "Sources/Translation/RemoteTranslation"
        ),

        // Sentences
        .target(
            name: "SentenceChecks",
            dependencies: ["LanguageServices", "Language"],
            path: "Sources/Sentences/SentenceChecks"
        ),
        .target(
            name: "TemplateSentences",
            dependencies: ["LanguageServices", "Platform", "Language"],
            path: "Sources/Sentences/TemplateSentences"
        ),
        .target(
            name: "CorpusSentences",
            dependencies: ["LanguageServices", "Platform", "Database", "Language", "SentenceChecks"],
            path: "Sources/Sentences/CorpusSentences"
        ),
        .target(
            name: "RemoteSentences",
            dependencies: [
                "LanguageServices", "JSON", "Language", "HTTPTransport", "RemoteService", "SentenceChecks",
            ],
            path: "Sources/Sentences/RemoteSentences"
        ),
        .target(
            name: "Exercises",
            dependencies: ["LanguageServices", "Language", "SentenceChecks"],
            path: "Sources/Sentences/Exercises"
        ),

        // Feedback
        .target(
            name: "CExpat",
            dependencies: ["CDynamicLibrary"],
            path: "Sources/Feedback/CExpat"
        ),
        .target(
            name: "CCairo",
            dependencies: ["CDynamicLibrary"],
            path: "Sources/Feedback/CCairo"
        ),
        .systemLibrary(
            name: "CEvdev",
            path: "Sources/Feedback/CEvdev"
        ),
        .target(
            name: "CSDBus",
            dependencies: ["CDynamicLibrary"],
            path: "Sources/Feedback/CSDBus"
        ),
        .target(
            name: "HapticPatterns",
            dependencies: ["LanguageServices", "Platform"],
            path: "Sources/Feedback/HapticPatterns"
        ),
        .target(
            name: "HapticCodecs",
            dependencies: ["LanguageServices", "Platform", "JSON", "CExpat", "HapticPatterns"],
            path: "Sources/Feedback/HapticCodecs"
        ),
        .target(
            name: "HapticRendering",
            dependencies: ["LanguageServices", "CCairo", "HapticPatterns"],
            path: "Sources/Feedback/HapticRendering"
        ),
        .target(
            name: "FeedbackPatterns",
            dependencies: [
                "LanguageServices", "Platform", "Audio", "CEvdev", "CSDBus", "HapticPatterns", "HapticCodecs",
                "HapticRendering",
            ],
            path: "Sources/Feedback/FeedbackPatterns"
        ),

        // Decks
        .target(
            name: "Decks",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "CArchive", "CSQLite", "Platform", "Database", "JSON",
                "Language",
            ],
            path: "Sources/Decks/Decks"
        ),
        .target(
            name: "DeckSpeech",
            dependencies: ["LanguageServices", "ServiceRegistry", "Platform", "Audio", "Decks"],
            path: "Sources/Decks/DeckSpeech"
        ),

        // Hosting
        .target(
            name: "ServiceConfiguration",
            dependencies: ["LanguageServices", "ServiceRegistry", "Platform", "JSON"],
            path: "Sources/Hosting/ServiceConfiguration"
        ),
        .target(
            name: "PluginHost",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "CSpawn", "Platform", "JSON",
                "Audio", "SentenceChecks",
            ],
            path: "Sources/Hosting/PluginHost"
        ),
        .target(
            name: "ServiceClient",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "Platform", "JSON", "RemoteState",
                "EspeakSpeech", "DictionaryTranslation", "DictionaryImport", "CorpusSentences", "Exercises",
                "Decks", "DeckSpeech", "ServiceConfiguration",
            ],
            path: "Sources/Hosting/ServiceClient"
        ),
        .target(
            name: "StandardProviders",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "Platform", "Language", "RemoteState", "Audio",
                "EspeakSpeech", "RemoteSpeech", "DictionaryTranslation", "DictionaryImport",
                "ApertiumTranslation", "RemoteTranslation", "TemplateSentences", "CorpusSentences",
                "RemoteSentences", "FeedbackPatterns", "ServiceConfiguration", "PluginHost", "ServiceClient",
            ],
            path: "Sources/Hosting/StandardProviders"
        ),
        .target(
            name: "FrontEndServer",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "Platform", "JSON", "Audio", "PluginHost",
                "ServiceClient",
            ],
            path: "Sources/Hosting/FrontEndServer"
        ),

        // Programs
        .target(
            name: "ArgumentParsing",
            dependencies: ["LanguageServices"],
            path: "Sources/Programs/ArgumentParsing"
        ),
        .executableTarget(
            name: "parlance",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "Platform", "JSON",
                "RemoteState", "Audio", "EspeakSpeech", "DictionaryTranslation", "DictionaryImport",
                "Exercises", "HapticPatterns", "HapticCodecs", "HapticRendering", "FeedbackPatterns",
                "Decks", "DeckSpeech", "ServiceConfiguration", "PluginHost", "ServiceClient",
                "StandardProviders", "FrontEndServer", "ArgumentParsing",
            ],
            path: "Sources/Programs/parlance"
        ),
        .executableTarget(
            name: "parlance-bench",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "CSpawn", "Platform", "Database", "JSON", "Language",
                "HTTPTransport", "CEspeak", "EspeakSpeech", "DictionaryTranslation", "DictionaryImport",
                "ApertiumTranslation", "RemoteTranslation", "SentenceChecks", "TemplateSentences",
                "CorpusSentences", "HapticPatterns", "HapticCodecs", "HapticRendering", "FeedbackPatterns",
                "Decks", "ServiceConfiguration", "PluginHost",
            ],
            path: "Sources/Programs/parlance-bench"
        ),

        // Tests, in the same rooms
        .target(
            name: "TestSupport",
            dependencies: ["LanguageServices", "LanguageServicesTesting", "Platform", "Audio"],
            path: "Tests/TestSupport"
        ),
        .executableTarget(
            name: "batch-trial",
            dependencies: ["LanguageServices", "Platform", "Decks", "TestSupport"],
            path: "Tests/Decks/BatchTrial"
        ),
        .executableTarget(
            name: "speech-trial",
            dependencies: ["LanguageServices", "Platform", "EspeakSpeech"],
            path: "Tests/Speech/SpeechTrial"
        ),
        .target(
            name: "DictionaryTestSupport",
            dependencies: ["LanguageServices", "DictionaryTranslation", "DictionaryImport"],
            path: "Tests/Translation/DictionaryTestSupport"
        ),
        .target(
            name: "FeedbackTestSupport",
            dependencies: ["HapticPatterns"],
            path: "Tests/Feedback/FeedbackTestSupport"
        ),
        .executableTarget(
            name: "cache-trial",
            dependencies: ["LanguageServices", "ServiceRegistry", "Platform", "RemoteState"],
            path: "Tests/Remote/CacheTrial"
        ),
        .testTarget(
            name: "LanguageServicesTestingTests",
            dependencies: ["LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "TestSupport"],
            path: "Tests/Core/LanguageServicesTestingTests"
        ),
        .testTarget(
            name: "LanguageServicesTests",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "Platform", "TestSupport",
            ],
            path: "Tests/Core/LanguageServicesTests"
        ),
        .testTarget(
            name: "ServiceRegistryTests",
            dependencies: ["LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "TestSupport"],
            path: "Tests/Core/ServiceRegistryTests"
        ),
        .testTarget(
            name: "DatabaseTests",
            dependencies: ["LanguageServices", "Platform", "Database", "TestSupport"],
            path: "Tests/Platform/DatabaseTests"
        ),
        .testTarget(
            name: "JSONTests",
            dependencies: ["LanguageServices", "JSON", "TestSupport"],
            path: "Tests/Platform/JSONTests"
        ),
        .testTarget(
            name: "PlatformTests",
            dependencies: ["LanguageServices", "Platform", "TestSupport"],
            path: "Tests/Platform/PlatformTests"
        ),
        .testTarget(
            name: "LanguageTests",
            dependencies: ["LanguageServices", "Platform", "Language", "TestSupport"],
            path: "Tests/Language/LanguageTests",
            exclude: ["Inflection/Fixtures"]
        ),
        .testTarget(
            name: "HTTPTransportTests",
            dependencies: ["LanguageServices", "Platform", "HTTPTransport", "TestSupport"],
            path: "Tests/Remote/HTTPTransportTests",
            exclude: ["Server"]
        ),
        .testTarget(
            name: "RemoteServiceTests",
            dependencies: ["LanguageServices", "HTTPTransport", "RemoteService"],
            path: "Tests/Remote/RemoteServiceTests"
        ),
        .testTarget(
            name: "RemoteStateTests",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "CSQLite", "Platform", "Database", "RemoteState",
                "TestSupport", "cache-trial",
            ],
            path: "Tests/Remote/RemoteStateTests"
        ),
        .testTarget(
            name: "AudioTests",
            dependencies: [
                "LanguageServices", "LanguageServicesTesting", "CSpawn", "Platform", "CSndFile", "Audio",
                "TestSupport",
            ],
            path: "Tests/Audio/AudioTests"
        ),
        .testTarget(
            name: "EspeakSpeechTests",
            dependencies: [
                "LanguageServices", "LanguageServicesTesting", "Platform", "Language", "EspeakSpeech",
                "TestSupport",
            ],
            path: "Tests/Speech/EspeakSpeechTests",
            exclude: ["Fixtures", "VoiceBuilding/Fixtures"]
        ),
        .testTarget(
            name: "RemoteSpeechTests",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "JSON", "HTTPTransport",
                "Audio", "RemoteSpeech", "TestSupport",
            ],
            path: "Tests/Speech/RemoteSpeechTests",
            exclude: ["Server"]
        ),
        .testTarget(
            name: "ApertiumTranslationTests",
            dependencies: [
                "LanguageServices", "LanguageServicesTesting", "Platform", "ApertiumTranslation", "TestSupport",
            ],
            path: "Tests/Translation/ApertiumTranslationTests"
        ),
        .testTarget(
            name: "DictionaryImportTests",
            dependencies: [
                "LanguageServices", "Platform", "Language", "DictionaryTranslation", "DictionaryImport",
                "DictionaryTestSupport", "TestSupport",
            ],
            path: "Tests/Translation/DictionaryImportTests"
        ),
        .testTarget(
            name: "DictionaryTranslationTests",
            dependencies: [
                "LanguageServices", "Platform", "Language", "DictionaryTranslation", "DictionaryImport",
                "DictionaryTestSupport", "TestSupport",
            ],
            path: "Tests/Translation/DictionaryTranslationTests"
        ),
        .testTarget(
            name: "RemoteTranslationTests",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "Platform", "JSON",
                "HTTPTransport", "RemoteService", "RemoteTranslation", "TestSupport",
            ],
            path: "Tests/Translation/RemoteTranslationTests",
            exclude: ["Server"]
        ),
        .testTarget(
            name: "CorpusSentencesTests",
            dependencies: [
                "LanguageServices", "LanguageServicesTesting", "Platform", "Language", "CorpusSentences",
                "TestSupport",
            ],
            path: "Tests/Sentences/CorpusSentencesTests"
        ),
        .testTarget(
            name: "ExercisesTests",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "JSON", "Language",
                "Exercises", "TestSupport",
            ],
            path: "Tests/Sentences/ExercisesTests"
        ),
        .testTarget(
            name: "RemoteSentencesTests",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "Platform", "JSON",
                "HTTPTransport", "RemoteService", "SentenceChecks", "RemoteSentences", "TestSupport",
            ],
            path: "Tests/Sentences/RemoteSentencesTests",
            exclude: ["Server"]
        ),
        .testTarget(
            name: "SentenceChecksTests",
            dependencies: ["LanguageServices", "SentenceChecks"],
            path: "Tests/Sentences/SentenceChecksTests"
        ),
        .testTarget(
            name: "TemplateSentencesTests",
            dependencies: [
                "LanguageServices", "LanguageServicesTesting", "Platform", "EspeakSpeech", "SentenceChecks",
                "TemplateSentences", "TestSupport",
            ],
            path: "Tests/Sentences/TemplateSentencesTests",
            exclude: ["Fixtures", "Snapshots"]
        ),
        .testTarget(
            name: "FeedbackPatternsTests",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "Platform", "Audio",
                "HapticPatterns", "HapticCodecs", "HapticRendering", "FeedbackPatterns", "FeedbackTestSupport",
                "TestSupport",
            ],
            path: "Tests/Feedback/FeedbackPatternsTests"
        ),
        .testTarget(
            name: "HapticCodecsTests",
            dependencies: [
                "LanguageServices", "Platform", "HapticPatterns", "HapticCodecs", "FeedbackTestSupport",
                "TestSupport",
            ],
            path: "Tests/Feedback/HapticCodecsTests",
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "HapticPatternsTests",
            dependencies: [
                "LanguageServices", "JSON", "HapticPatterns", "HapticCodecs", "FeedbackTestSupport",
                "TestSupport",
            ],
            path: "Tests/Feedback/HapticPatternsTests"
        ),
        .testTarget(
            name: "HapticRenderingTests",
            dependencies: ["LanguageServices", "CZlib", "HapticPatterns", "HapticRendering"],
            path: "Tests/Feedback/HapticRenderingTests"
        ),
        .testTarget(
            name: "DeckSpeechTests",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "Platform", "Audio", "Decks", "DeckSpeech",
                "TestSupport",
            ],
            path: "Tests/Decks/DeckSpeechTests"
        ),
        .testTarget(
            name: "DecksTests",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "CSQLite", "Platform", "JSON",
                "Decks", "ServiceConfiguration", "TestSupport", "batch-trial",
            ],
            path: "Tests/Decks/DecksTests",
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "FrontEndServerTests",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "Platform", "JSON", "Audio",
                "PluginHost", "FrontEndServer", "TestSupport",
            ],
            path: "Tests/Hosting/FrontEndServerTests"
        ),
        .testTarget(
            name: "PluginHostTests",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "Platform", "JSON",
                "PluginHost", "TestSupport",
            ],
            path: "Tests/Hosting/PluginHostTests",
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "ServiceClientTests",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "Platform", "JSON",
                "RemoteState", "DictionaryTranslation", "DictionaryImport", "Exercises", "Decks",
                "ServiceConfiguration", "ServiceClient", "TestSupport",
            ],
            path: "Tests/Hosting/ServiceClientTests"
        ),
        .testTarget(
            name: "ServiceConfigurationTests",
            dependencies: ["LanguageServices", "ServiceRegistry", "Platform", "JSON", "ServiceConfiguration"],
            path: "Tests/Hosting/ServiceConfigurationTests"
        ),
        .testTarget(
            name: "StandardProvidersTests",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "Platform", "JSON", "Audio",
                "ServiceConfiguration", "ServiceClient", "StandardProviders", "TestSupport",
            ],
            path: "Tests/Hosting/StandardProvidersTests"
        ),
        .testTarget(
            name: "ArgumentParsingTests",
            dependencies: ["LanguageServices", "ArgumentParsing", "TestSupport"],
            path: "Tests/Programs/ArgumentParsingTests",
            exclude: ["Snapshots"]
        ),
        .testTarget(
            name: "RepositoryTests",
            dependencies: [
                "LanguageServices", "ServiceRegistry", "LanguageServicesTesting", "Platform", "Audio",
                "DictionaryTranslation", "DictionaryImport", "ServiceConfiguration", "StandardProviders",
                "parlance", "TestSupport",
            ],
            path: "Tests/Programs/RepositoryTests"
        ),
        .testTarget(
            name: "parlanceTests",
            dependencies: [
                "LanguageServices", "LanguageServicesTesting", "Platform", "JSON", "HTTPTransport", "Audio",
                "Exercises", "ServiceConfiguration", "StandardProviders", "ArgumentParsing", "parlance",
                "TestSupport",
            ],
            path: "Tests/Programs/parlanceTests",
            exclude: ["FrontEnd", "Guard", "Snapshots"]
        ),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu11
)

#if os(macOS)
// Homebrew's headers are found by this. Elsewhere it would only link the library into every program with `EspeakSpeech`.
package.targets.first { $0.name == "parlance-espeak" }?.dependencies.append("CEspeak")
#endif

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

// `PARLANCE_ROOM=Decks swift test` builds and tests one room and what it depends on, and nothing else.
if let room = Context.environment["PARLANCE_ROOM"] {
    var names: Set<String> = []
    func keep(_ target: Target) {
        guard names.insert(target.name).inserted else { return }
        for case .byNameItem(let name, _) in target.dependencies {
            package.targets.filter { $0.name == name }.forEach(keep)
        }
    }
    package.targets.filter { ($0.path ?? "").hasPrefix("Tests/\(room)/") }.forEach(keep)
    package.targets.removeAll { !names.contains($0.name) }
    package.products = []
}
