/// The hash table of an index: from the hash of a key to the place of its record.
///
/// A bucket is 64 bytes, which is what a processor reads from memory at once: a checksum of eight bytes and seven slots
/// of eight bytes. A slot holds 16 bits of the hash and, in the lower 48, one more than the place of the record in units
/// of eight bytes; 0 is an empty slot. A key stands in the bucket that its hash names, or, where that is full, in the next
/// one that is not, so a search ends at the first bucket with an empty slot.
package enum IndexTable {
    package static let bucketSize = 64
    package static let slots = 7
    /// A bucket has room for seven and gets five on average, which leaves about one in five full.
    static let meanFill = 5
    /// So many buckets in a row are searched at most. Chance does not come near; somebody who knows the hash could, and
    /// the writer takes another seed.
    package static let longestSearch = 64
    private static let placeMask: UInt64 = 0xFFFF_FFFF_FFFF

    package static func bucketCount(keys: Int) -> Int {
        (keys + meanFill - 1) / meanFill
    }

    /// The bucket a hash names.
    @inline(__always)
    package static func bucket(_ hash: UInt64, of count: Int) -> Int {
        Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(truncatingIfNeeded: count)).high)
    }

    /// What a slot must hold in its upper bits. The bucket comes from the upper bits of the hash, this from the lower.
    @inline(__always)
    package static func tag(_ hash: UInt64) -> UInt64 {
        hash &<< 48
    }

    @inline(__always)
    static func isTagged(_ slot: UInt64, _ tag: UInt64) -> Bool {
        (slot ^ tag) &>> 48 == 0
    }

    /// The place of the record of a slot that is not empty, in bytes from the beginning of the records.
    @inline(__always)
    static func place(_ slot: UInt64) -> Int {
        Int(truncatingIfNeeded: (slot & placeMask) &- 1) &* 8
    }

    package static func slot(tag: UInt64, place: Int) -> UInt64 {
        tag | ((UInt64(truncatingIfNeeded: place) / 8 + 1) & placeMask)
    }

    /// Whether a bucket is as it was written.
    @inline(__always)
    static func isSound(_ bucket: UnsafeRawBufferPointer) -> Bool {
        bucket.loadUnaligned(as: UInt64.self).littleEndian
            == IndexHash.of(UnsafeRawBufferPointer(rebasing: bucket[8...]))
    }
}
