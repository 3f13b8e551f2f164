/// Constants of the ZIP format, shared by the reader and the writer.
///
/// Source: PKWARE APPNOTE.TXT, sections 4.3 (records) and 4.4 (fields).
enum ArchiveFormat {
    static let localHeader: UInt32 = 0x0403_4b50
    static let centralHeader: UInt32 = 0x0201_4b50
    static let endRecord: UInt32 = 0x0605_4b50
    static let dataDescriptor: UInt32 = 0x0807_4b50
    static let zip64Locator: UInt32 = 0x0706_4b50

    static let localHeaderLength = 30
    static let centralHeaderLength = 46
    static let endRecordLength = 22

    /// The highest version that an entry may need: 2.0, which covers folders and deflate.
    static let lastVersionNeeded: UInt16 = 20

    enum Method {
        static let stored: UInt16 = 0
        static let deflated: UInt16 = 8
    }

    enum Flag {
        static let encrypted: UInt16 = 1 << 0
        static let deflateLevel: UInt16 = 0b110
        static let descriptor: UInt16 = 1 << 3
        static let utf8: UInt16 = 1 << 11
        static let strongEncryption: UInt16 = 1 << 6
        static let maskedHeaders: UInt16 = 1 << 13
        /// The flags that a package may set.
        static let allowed: UInt16 = deflateLevel | descriptor | utf8
    }

    /// Bits in the lower half of a file's external attributes, as DOS and Windows define them.
    enum Attribute {
        static let label: UInt32 = 1 << 3
        static let folder: UInt32 = 1 << 4
        static let reparsePoint: UInt32 = 1 << 10
    }

    enum Extra {
        static let zip64: UInt16 = 0x0001
        static let unicodePath: UInt16 = 0x7075
        static let unicodeComment: UInt16 = 0x6375
        static let aes: UInt16 = 0x9901
        /// Fields that common tools add and that do not change how a file is read: times, owners, and the marker that
        /// `jar` writes first.
        static let harmless: Set<UInt16> = [0x000a, 0x5455, 0x5855, 0x7855, 0x7875, 0xcafe]
    }
}
