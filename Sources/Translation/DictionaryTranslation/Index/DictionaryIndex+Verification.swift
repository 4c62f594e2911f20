import LanguageServices
import Platform

extension DictionaryIndex {
    /// Checks every checksum of the file, and that every key is found.
    ///
    /// - Throws: `ServiceError.Code.io` that names the first damage.
    public func verify() throws {
        let buckets = header[.buckets]
        for start in stride(from: buckets.lowerBound, to: buckets.upperBound, by: IndexTable.bucketSize) {
            let bucket = UnsafeRawBufferPointer(rebasing: file.bytes[start..<start + IndexTable.bucketSize])
            guard IndexTable.isSound(bucket) else {
                throw damaged("bucket \((start - buckets.lowerBound) / IndexTable.bucketSize)")
            }
        }
        let records = header[.records]
        var place = records.lowerBound
        var count = 0
        while place < records.upperBound {
            let head = try head(at: place - records.lowerBound)
            guard RecordTail(head) != nil else { throw damaged("the record at \(place - records.lowerBound)") }
            place = head.end
            count += 1
        }
        guard count == header.keyCount else { throw damaged("it has \(count) records and says \(header.keyCount)") }
        try forEachKey { key in
            guard let head = try find(key) else { throw damaged("a key of the list is not in the table") }
            _ = try DictionaryRecord(key: String(decoding: key, as: UTF8.self), head: head, index: self)
            return true
        }
        try forEachEntry { _ in }
    }
}
