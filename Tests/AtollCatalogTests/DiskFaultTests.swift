import AtollPackages
import AtollPublishing
import AtollTestSupport
import DurableFiles
import Foundation
import Testing

@testable import AtollCatalog
@testable import AtollCenter

/// A disk that is full or broken at every single step of the operations that change it.
@Suite("Disk faults")
struct DiskFaultTests {
    private static let id = MiniAppID("com.example.sample")!

    /// Fails at one step, and counts all steps.
    private final class Disk: @unchecked Sendable {
        // Safe: only accessed while `lock` is held.
        private let lock = NSLock()
        private var count = 0
        private let failing: Int?
        private let code: POSIXErrorCode
        /// Whether all later steps fail as well.
        private let isLasting: Bool

        init(failing: Int? = nil, code: POSIXErrorCode = .ENOSPC, isLasting: Bool = false) {
            self.failing = failing
            self.code = code
            self.isLasting = isLasting
        }

        var steps: Int { lock.withLock { count } }

        func step() -> POSIXErrorCode? {
            lock.withLock {
                defer { count += 1 }
                guard let failing else { return nil }
                return count == failing || (isLasting && count > failing) ? code : nil
            }
        }
    }

    /// The number of faults to inject; all of them with `make test-all`.
    private static let isThorough = TestLength.isLong
    private static let files = isThorough ? 7 : 4

    @Test(
        "Installing, updating and evicting with a fault at each step: a typed error or none, and nothing is lost",
        .thorough("faults"))
    func device() async throws {
        try await TestCenter.run { center in
            try await center.upload(.large(code: 1, files: Self.files))
            try await center.upload(SampleMiniApp(id: "com.example.other", name: "Other"))
            let other = MiniAppID("com.example.other")!
            var injected = 0
            for isUpdate in [false, true] {
                if isUpdate { try await center.upload(.large(code: 2, files: Self.files)) }
                var step = 0
                while true {
                    let directory = try TemporaryDirectory()
                    // The cache holds one mini app, so that a second one evicts it.
                    let limits = CacheLimits(maxCount: 1)
                    if isUpdate {
                        let device = try TestDevice(center, directory.url, limits: limits)
                        _ = try await device.open(other)
                    }
                    let disk = Disk(
                        failing: step, code: step % 2 == 0 ? .ENOSPC : .EIO, isLasting: step % 3 == 0)
                    var failure: (any Error)?
                    do {
                        try await DiskFault.$fault.withValue({ _ in disk.step() }) {
                            let device = try TestDevice(center, directory.url, limits: limits)
                            _ = try await device.open(Self.id)
                        }
                    } catch {
                        failure = error
                    }
                    if disk.steps <= step { break }
                    injected += 1
                    if let failure {
                        guard case CatalogError.storage = failure else {
                            Issue.record("step \(step): \(failure)")
                            return
                        }
                    }
                    let faults = MiniAppCache.faults(in: directory.url.appending(path: "miniapps"))
                    #expect(faults.isEmpty, "step \(step)")
                    // The disk works again: everything continues, and nothing is left over.
                    let device = try TestDevice(center, directory.url, limits: limits)
                    #expect(try await device.open(Self.id).origin == .current, "step \(step)")
                    let left = try Self.unreferenced(device)
                    #expect(device.faults.isEmpty && left == 0, "step \(step)")
                    step += Self.isThorough ? 1 : 5
                }
            }
            print("\(injected) faults of the disk were injected into a device")
            #expect(injected > (Self.isThorough ? 150 : 25))
        }
    }

    @Test(
        "Publishing with a fault at each step: acknowledged versions are there, others can be published again",
        .thorough("faults"))
    func publishing() async throws {
        try await TestCenter.run { center in
            try await center.upload(.large(code: 1, files: 3))
            var injected = 0
            var code = 2
            var step = 0
            while true {
                let sample = SampleMiniApp.large(code: code, files: 3)
                let package = try MiniAppPackage(archive: sample.archive)
                let previous = try await center.center.store.lastStatement(of: Self.id)
                let statement = try center.trust.statement(about: package, previous: previous)
                let disk = Disk(failing: step, code: step % 2 == 0 ? .ENOSPC : .EIO, isLasting: step % 3 == 0)
                let publisher = center.center.pipeline
                let isAcknowledged = await DiskFault.$fault.withValue({ _ in disk.step() }) {
                    let upload = Upload(
                        archive: sample.archive, statement: statement, id: Self.id, publisher: TestTrust.publisher,
                        sender: .person(.operator))
                    return (try? await publisher.publish(upload, at: Date())) != nil
                }
                let current = try await center.center.store.currentVersion(of: Self.id)?.listing.version.code
                // A version that could not be announced is announced later, perhaps by now.
                #expect(current == code || !isAcknowledged && current == code - 1, "step \(step)")
                #expect(try await center.center.verify().isEmpty, "step \(step)")
                if !isAcknowledged {
                    // With a working disk, the same upload is accepted.
                    let answer = try await center.upload(sample)
                    // Unless it was announced automatically in the meantime: then it is published, and no longer new.
                    let isPublished = answer.status == 409 && answer.member("rule") == "code-not-higher"
                    #expect(
                        answer.status == 201 || isPublished,
                        "step \(step): \(String(decoding: answer.body, as: UTF8.self))")
                }
                let device = try TestDevice(center, TemporaryDirectory().url)
                #expect(try await device.open(Self.id).miniApp.manifest.version.code == code, "step \(step)")
                if disk.steps <= step { break }
                injected += 1
                code += 1
                step += Self.isThorough ? 1 : 4
            }
            print("\(injected) faults of the disk were injected into publishing")
            #expect(injected > (Self.isThorough ? 30 : 7))
        }
    }

    /// The number of blobs in a device's cache that no version names.
    private static func unreferenced(_ device: TestDevice) throws -> Int {
        let blobs = try BlobDirectory(device.cache.appending(path: "blobs"))
        let records = try MiniAppCache.installedRecords(in: device.cache.appending(path: "versions"))
        var needed: Set<SHA256Hash> = []
        for record in records {
            needed.insert(record.fileList)
            needed.formUnion(try FileList(decoding: blobs.read(record.fileList)!).files.map(\.sha256))
        }
        return try blobs.digests().count { !needed.contains($0) }
    }
}
