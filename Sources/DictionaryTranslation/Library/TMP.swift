import Files
import LanguageServices

struct DictionaryLibrary {
    let folder: String
    func dictionaries() -> [(name: String, index: Result<DictionaryIndex, ServiceError>)] {
        ((try? Folder.names(in: folder)) ?? []).sorted().filter { $0.hasSuffix(".pdi") }.map { n in
            (
                String(n.dropLast(4)),
                Result { try DictionaryIndex(path: "\(folder)/\(n)") }.mapError { ServiceError($0) }
            )
        }
    }
}
