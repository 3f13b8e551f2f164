import AtollPackages
import DurableFiles
import Foundation

/// The sizes and modification times of a version's files when their digests were last verified, in the order of its
/// file list, 16 bytes each.
struct FileSeals {
    private var stamps: [FileStamp?]
    private var isChanged = false

    init(of record: MiniAppCache.Record, in records: URL) {
        let data = FileManager.default.contents(atPath: Self.file(of: record, in: records)) ?? Data()
        stamps = data.withUnsafeBytes { bytes in
            (0..<bytes.count / 16).map { index in
                FileStamp(
                    size: Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 16, as: Int64.self)),
                    modified: Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 16 + 8, as: Int64.self)))
            }
        }
    }

    subscript(index: Int) -> FileStamp? { index < stamps.count ? stamps[index] : nil }

    /// Records the stamp of a file that was just verified.
    mutating func note(_ stamp: FileStamp, at index: Int) {
        while stamps.count <= index { stamps.append(nil) }
        stamps[index] = stamp
        isChanged = true
    }

    /// Writes the stamps if any has changed. If that fails, the files are verified again next time.
    func save(of record: MiniAppCache.Record, in records: URL) {
        guard isChanged else { return }
        var data = Data(capacity: stamps.count * 16)
        for stamp in stamps {
            for number in [stamp?.size ?? -1, stamp?.modified ?? -1] {
                withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
            }
        }
        try? DurableFile.writeUnforced(data, to: URL(filePath: Self.file(of: record, in: records)))
    }

    static func file(of record: MiniAppCache.Record, in records: URL) -> String {
        "\(records.path)/\(record.id)/\(record.version.code).seals"
    }
}
