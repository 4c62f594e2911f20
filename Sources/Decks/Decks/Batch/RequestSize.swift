import LanguageServices

/// How requests of a batch are cut: by what the options say, or by what suits the work, but never beyond its limits.
struct RequestSize: Hashable {
    let texts: Int
    let characters: Int
    let concurrency: Int

    init(_ options: BatchOptions, _ work: any BatchWork) {
        let limits = work.requestLimits
        func size(_ wanted: Int?, _ usual: Int, _ limit: Int?) -> Int { max(min(wanted ?? usual, limit ?? .max), 1) }
        texts = size(options.textsPerRequest, work.isLocal ? 250 : 50, limits.texts)
        characters = size(options.charactersPerRequest, work.isLocal ? 50_000 : 5000, limits.characters)
        // While the answers to one request are written down, here another is at work.
        concurrency = size(options.concurrency, work.isLocal ? 2 : 1, limits.concurrency)
    }
}
