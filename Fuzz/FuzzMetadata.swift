import AtollPackages
import Foundation
import SignedJSON

@testable import TUF

/// Metadata of every role, statements, descriptors and publishers' files are parsed or refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let data = Data(UnsafeBufferPointer(start: start, count: count))
    if let root = try? RootMetadata(parsing: data) {
        for role in ["root", "timestamp", "snapshot", "targets"] as [ExactString] {
            precondition(try! root.keys(of: role).threshold >= 1)
        }
        // A root verifies only if it is signed.
        precondition((try? root.metadata.verify(root.keys(of: "root"))) == nil || root.metadata.signatures.count > 0)
    }
    _ = try? TimestampMetadata(parsing: data)
    _ = try? SnapshotMetadata(parsing: data)
    if let targets = try? TargetsMetadata(parsing: data, as: "targets") {
        precondition((targets.delegations?.roles(for: "a/b").count ?? 0) <= 100_000)
    }
    if let statement = try? ReleaseStatement(parsing: data) { precondition(statement.canonicalBytes == data) }
    if let descriptor = try? ReleaseDescriptor(parsing: data) {
        precondition(try! ReleaseDescriptor(parsing: descriptor.encoded()) == descriptor)
    }
    if let publisher = try? PublisherFile(parsing: data) {
        precondition(try! PublisherFile(parsing: publisher.encoded()) == publisher)
    }
    _ = try? SignedStatement(parsing: data)
    return 0
}
