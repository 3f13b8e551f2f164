import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An archive in a memory-mapped file. Its pages are released as soon as they are checked, so an archive that is
/// refused uses little memory, however long it is.
struct MappedArchive {
    let data: Data
    private let start: UInt

    /// - Throws: An error of the file system.
    init(_ url: URL) throws {
        let file = open(url.path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            let length = Int(exactly: status.st_size),
            let memory = mmap(nil, length, PROT_READ, MAP_PRIVATE, file, 0), memory != MAP_FAILED
        else {
            // A file that can't be mapped, such as an empty one, is read instead.
            (data, start) = (try Data(contentsOf: url), 0)
            return
        }
        data = Data(bytesNoCopy: memory, count: length, deallocator: .custom { munmap($0, $1) })
        start = UInt(bitPattern: memory)
    }

    /// Releases the whole pages of a part of the archive. The system reads them again when they are accessed.
    func giveBack(_ range: Range<Int>) {
        guard start > 0, let page = UInt(exactly: sysconf(Int32(_SC_PAGESIZE))), page > 0 else { return }
        let first = (start + UInt(range.lowerBound) + page - 1) / page * page
        let end = (start + UInt(range.upperBound)) / page * page
        guard end > first, let address = UnsafeMutableRawPointer(bitPattern: first) else { return }
        _ = madvise(address, Int(end - first), MADV_DONTNEED)
    }
}
