import AtollPackages
import Foundation

private let limits = {
    var limits = PackageLimits()
    limits.totalBytes = 200_000
    limits.fileBytes = 100_000
    limits.files = 50
    return limits
}()

/// An archive is refused, or contains plain names within the limits, and is the same after writing and reading it
/// again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let data = Data(UnsafeBufferPointer(start: start, count: count))
    guard let files = try? ArchiveReader(limits: limits).files(of: data) else { return 0 }
    precondition(files.count <= limits.files)
    precondition(files.reduce(0) { $0 + $1.contents.count } <= limits.totalBytes)
    for file in files {
        precondition(!file.path.hasPrefix("/") && !file.path.split(separator: "/").contains(".."))
        precondition(file.contents.count <= limits.fileBytes)
    }
    let again = try! ArchiveReader(limits: PackageLimits()).files(of: ArchiveWriter().archive(of: files))
    precondition(Set(again) == Set(files))
    return 0
}
