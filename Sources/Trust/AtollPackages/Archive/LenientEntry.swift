import ForeignText
import Foundation

/// An entry of the central directory, as ``LenientArchiveReader`` takes it.
struct LenientEntry {
    /// With slashes between the folders. The rules for names in packages are checked later.
    let path: String
    let isFolder: Bool
    /// The uncompressed size in bytes.
    let size: Int

    private let flags: UInt16
    private let method: UInt16
    private let checksum: UInt32
    private let compressedSize: Int
    private let offset: Int
    private let mode: UInt32

    /// - Parameter base: Where the archive begins in the file.
    init(_ reader: inout ByteReader, base: Int) throws(PackageRefusal) {
        guard reader.uint32() == ArchiveFormat.centralHeader, reader.uint32() != nil, let flags = reader.uint16(),
            let method = reader.uint16(), reader.uint32() != nil, let checksum = reader.uint32(),
            let shortCompressed = reader.uint32(), let shortSize = reader.uint32(), let nameLength = reader.uint16(),
            let extraLength = reader.uint16(), let commentLength = reader.uint16(), reader.uint32() != nil,
            let attributes = reader.uint32(), let shortOffset = reader.uint32(),
            let name = reader.take(Int(nameLength)), let extra = reader.take(Int(extraLength)),
            reader.take(Int(commentLength)) != nil
        else { throw .init(.truncated, nil, "The archive's directory is damaged or was cut off.") }
        let fields = Self.fields(extra)
        let text = try Self.name(name, fields)
        // Some tools on Windows separate folders as their system does.
        let named = text.replacing("\\", with: "/")
        path = named.utf8.starts(with: "./".utf8) ? String(named.dropFirst(2)) : named
        var long = fields[ArchiveFormat.Extra.zip64].map { ByteReader($0) }
        func number(_ short: UInt32) throws(PackageRefusal) -> Int {
            guard short == .max else { return Int(short) }
            guard let number = long?.length() else {
                throw .init(.tooLarge, text, "The file has a size that can't be read, or that is too large.")
            }
            return number
        }
        size = try number(shortSize)
        compressedSize = try number(shortCompressed)
        offset = base + (try number(shortOffset))
        (self.flags, self.method, self.checksum) = (flags, method, checksum)
        mode = (attributes >> 16) & 0o170000
        isFolder = path.utf8.last == UInt8(ascii: "/") || mode == 0o040000
    }

    func check(_ limits: PackageLimits) throws(PackageRefusal) {
        let encrypted = ArchiveFormat.Flag.encrypted | ArchiveFormat.Flag.strongEncryption
        guard flags & encrypted == 0 else {
            throw .init(.encrypted, path, "The file is encrypted. Make an archive without a password.")
        }
        guard mode == 0 || mode == 0o100000 else {
            throw .init(.specialFile, path, "Links and other special files are not allowed.")
        }
        guard method == ArchiveFormat.Method.stored || method == ArchiveFormat.Method.deflated else {
            throw .init(
                .method, path,
                "The compression method \(method) is not supported. Make the archive with the usual one (deflate)."
            )
        }
        guard size <= limits.fileBytes else {
            throw .init(.fileTooLarge, path, "\(size) bytes; at most \(limits.fileBytes) are allowed.")
        }
        guard size <= limits.ratioFreeBytes || size / limits.ratio <= compressedSize else {
            throw .init(.ratio, path, "The file's compression ratio is higher than \(limits.ratio) to 1.")
        }
    }

    func contents(in archive: Data) throws(PackageRefusal) -> Data {
        let damaged = PackageRefusal(
            .damaged, path, "The file's data is damaged, or does not have its size or checksum.")
        guard offset < archive.count else { throw damaged }
        var reader = ByteReader(archive, at: offset)
        guard reader.uint32() == ArchiveFormat.localHeader, reader.take(22) != nil, let nameLength = reader.uint16(),
            let extraLength = reader.uint16(), reader.take(Int(nameLength) + Int(extraLength)) != nil,
            let stored = reader.take(compressedSize)
        else { throw damaged }
        let isStored = method == ArchiveFormat.Method.stored
        guard !isStored || compressedSize == size,
            let contents = isStored ? Data(stored) : Deflate.inflate(stored, to: size),
            Deflate.checksum(contents) == checksum
        else { throw damaged }
        return contents
    }

    /// Returns the readable extra fields by their types.
    private static func fields(_ extra: Data) -> [UInt16: Data] {
        var reader = ByteReader(extra)
        var fields: [UInt16: Data] = [:]
        while let id = reader.uint16(), let length = reader.uint16(), let data = reader.take(Int(length)) {
            fields[id] = fields[id] ?? data
        }
        return fields
    }

    private static func name(_ bytes: Data, _ fields: [UInt16: Data]) throws(PackageRefusal) -> String {
        var name = String(bytes: bytes, encoding: .utf8)
        // A second name, with the checksum of the first.
        if var second = fields[ArchiveFormat.Extra.unicodePath].map({ ByteReader($0) }), second.take(1) != nil,
            second.uint32() == Deflate.checksum(bytes), let rest = second.take(second.bytes.endIndex - second.position)
        {
            name = String(bytes: rest, encoding: .utf8) ?? name
        }
        let text = name ?? inCodePage437(bytes)
        guard text.utf8.count <= 4_096, text.excessiveMark == nil else {
            throw .init(.nameEncoding, nil, "The name of a file is too long or can't be read.")
        }
        // Pages name files as people type them, and some systems take letters apart.
        return text.precomposedStringWithCanonicalMapping
    }

    private static func inCodePage437(_ bytes: Data) -> String {
        let characters: [Character] = bytes.map { $0 < 0x80 ? Character(UnicodeScalar($0)) : upper[Int($0) - 0x80] }
        return String(characters)
    }

    /// The upper half of code page 437, in which names are that have no other mark.
    private static let upper = Array(
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}"
    )
}
