import Foundation

/// A rule for each entry's header in the central directory.
struct ArchiveEntryRule: Sendable {
    /// Takes the entry, its extra fields, the "version made by" field, the external attributes and the limits.
    let check:
        @Sendable (
            ArchiveEntry, _ extra: Data, _ madeBy: UInt16, _ attributes: UInt32, PackageLimits
        ) throws(PackageRefusal) -> Void

    static let all = [encryption, flags, method, extraFields, fileType, size, ratio]

    static let encryption = ArchiveEntryRule { entry, _, _, _, _ throws(PackageRefusal) in
        let encrypted =
            ArchiveFormat.Flag.encrypted | ArchiveFormat.Flag.strongEncryption | ArchiveFormat.Flag.maskedHeaders
        guard entry.flags & encrypted == 0 else {
            throw .init(.encrypted, entry.path, "Encrypted files are not allowed.")
        }
    }

    static let flags = ArchiveEntryRule { entry, _, _, _, _ throws(PackageRefusal) in
        guard entry.flags & ~ArchiveFormat.Flag.allowed == 0 else {
            throw .init(.flags, entry.path, "The entry sets flags that are not allowed in a package.")
        }
    }

    static let method = ArchiveEntryRule { entry, _, _, _, _ throws(PackageRefusal) in
        // Readers skip an entry that needs a newer version than they support, some of them silently.
        guard entry.versionNeeded & 0xff <= ArchiveFormat.lastVersionNeeded, entry.versionNeeded >> 8 == 0 else {
            throw .init(.method, entry.path, "The entry needs a ZIP version later than 2.0.")
        }
        switch entry.method {
        case ArchiveFormat.Method.stored:
            guard entry.size == entry.compressedSize else {
                throw .init(.headersDisagree, entry.path, "A stored file's two sizes must be equal.")
            }
            // A stored file's end can't be found from its bytes, so its size must come first.
            guard entry.flags & ArchiveFormat.Flag.descriptor == 0 || entry.size == 0 else {
                throw .init(.flags, entry.path, "A stored file must have its size in its local header.")
            }
        case ArchiveFormat.Method.deflated: break
        default: throw .init(.method, entry.path, "Only stored and deflated files are allowed.")
        }
    }

    static let extraFields = ArchiveEntryRule { entry, extra, _, _, _ throws(PackageRefusal) in
        _ = try extraFields(extra, of: entry)
    }

    /// The extra fields of a header.
    ///
    /// - Throws: A refusal if a field is cut off or of a type that is not allowed.
    static func extraFields(
        _ extra: Data, of entry: ArchiveEntry
    ) throws(PackageRefusal) -> [(id: UInt16, data: Data)] {
        var reader = ByteReader(extra)
        var fields: [(id: UInt16, data: Data)] = []
        while reader.position < extra.endIndex {
            guard let id = reader.uint16(), let length = reader.uint16(), let data = reader.take(Int(length)) else {
                throw .init(.extraField, entry.path, "An extra field is cut off.")
            }
            switch id {
            case ArchiveFormat.Extra.zip64:
                throw .init(.zip64, entry.path, "ZIP64 entries are not allowed.")
            case ArchiveFormat.Extra.aes:
                throw .init(.encrypted, entry.path, "Encrypted files are not allowed.")
            case ArchiveFormat.Extra.unicodePath, ArchiveFormat.Extra.unicodeComment:
                throw .init(.extraField, entry.path, "A second name for the file is not allowed.")
            case _ where ArchiveFormat.Extra.harmless.contains(id): fields.append((id, data))
            default:
                throw .init(
                    .extraField, entry.path, "An extra field of type 0x\(String(id, radix: 16)) is not allowed.")
            }
        }
        return fields
    }

    static let fileType = ArchiveEntryRule { entry, _, madeBy, attributes, _ throws(PackageRefusal) in
        let isFolder: Bool
        // The upper half holds the Unix mode, whichever system the entry claims to come from: readers go by the bits.
        switch (attributes >> 16) & 0o170000 {
        case 0: isFolder = entry.isFolder || attributes & ArchiveFormat.Attribute.folder != 0
        case 0o100000: isFolder = false
        case 0o040000: isFolder = true
        default: throw .init(.specialFile, entry.path, "Links and other special files are not allowed.")
        }
        let isFromWindows = [0, 10, 11, 14].contains(madeBy >> 8)
        guard attributes & ArchiveFormat.Attribute.label == 0,
            !isFromWindows || attributes & ArchiveFormat.Attribute.reparsePoint == 0
        else { throw .init(.specialFile, entry.path, "Links and other special files are not allowed.") }
        guard isFolder == entry.isFolder, !entry.isFolder || (entry.size == 0 && entry.compressedSize <= 2) else {
            throw .init(
                .specialFile, entry.path, "A folder's name must end with a slash, and a folder must not contain data.")
        }
    }

    static let size = ArchiveEntryRule { entry, _, _, _, limits throws(PackageRefusal) in
        guard entry.size <= limits.fileBytes else {
            throw .init(.fileTooLarge, entry.path, "\(entry.size) bytes; at most \(limits.fileBytes) are allowed.")
        }
    }

    static let ratio = ArchiveEntryRule { entry, _, _, _, limits throws(PackageRefusal) in
        guard limits.allows(entry.size, compressedTo: entry.compressedSize) else {
            throw .init(.ratio, entry.path, "The file's compression ratio is higher than \(limits.ratio) to 1.")
        }
    }
}
