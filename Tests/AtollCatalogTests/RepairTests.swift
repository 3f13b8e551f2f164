import AtollPackages
import AtollTestSupport
import DurableFiles
import Foundation
import Testing

@testable import AtollCatalog

@Suite("Repairing a cache")
struct RepairTests {
    private static let id = MiniAppID("com.example.sample")!

    @Test("A file that was changed, touched or removed outside the app is noticed when the mini app is opened")
    func changedFiles() async throws {
        try await TestCenter.run { center in
            let directory = try TemporaryDirectory()
            try await center.upload(.large())
            let transport = CountingTransport(base: HTTPCatalogTransport())
            for restarts in [false, true] {
                for change in ["changed", "longer", "touched", "removed"] {
                    var device = try TestDevice(center, directory.url, transport: transport)
                    let miniApp = try await device.open(Self.id).miniApp
                    let file = try BlobDirectory(device.cache.appending(path: "blobs"))
                        .location(of: miniApp.file(at: "common/3.txt")!.sha256)
                    var bytes = try Data(contentsOf: file)
                    switch change {
                    case "changed":
                        bytes[7] ^= 1
                        try bytes.write(to: file)
                    case "longer": try (bytes + [1]).write(to: file)
                    case "touched":
                        try FileManager.default.setAttributes(
                            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
                    default: try FileManager.default.removeItem(at: file)
                    }
                    if restarts { device = try TestDevice(center, directory.url, transport: transport) }
                    await transport.reset()
                    _ = try await device.open(Self.id)
                    #expect(device.faults.isEmpty, "\(change)")
                    #expect(await transport.blobs + transport.packs > 0 || change == "touched", "\(change)")
                }
            }
        }
    }

    @Test("A full check finds and removes damage that sizes and times do not show")
    func fullCheck() async throws {
        try await TestCenter.run { center in
            let directory = try TemporaryDirectory()
            try await center.upload(.large())
            let device = try TestDevice(center, directory.url)
            let miniApp = try await device.open(Self.id).miniApp
            let digest = miniApp.file(at: "common/3.txt")!.sha256
            let file = try BlobDirectory(device.cache.appending(path: "blobs")).location(of: digest)
            let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate]
            var bytes = try Data(contentsOf: file)
            bytes[7] ^= 1
            try bytes.write(to: file)
            try FileManager.default.setAttributes([.modificationDate: date!], ofItemAtPath: file.path)
            #expect(try await device.catalog.cache.repair() == [digest])
            _ = try await device.open(Self.id)
            #expect(device.faults.isEmpty)
        }
    }

    @Test("A folder that the system emptied while the app ran is restored", arguments: ["miniapps", "trust", ""])
    func emptied(_ part: String) async throws {
        try await TestCenter.run { center in
            let directory = try TemporaryDirectory()
            try await center.upload(.large())
            let device = try TestDevice(center, directory.url)
            _ = try await device.open(Self.id)
            let folder = part.isEmpty ? directory.url : directory.url.appending(path: part)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                try FileManager.default.removeItem(at: folder.appending(path: name))
            }
            if part != "trust" { #expect(try await device.catalog.cache.cachedMiniApps().isEmpty) }
            _ = try await device.open(Self.id)
            #expect(try await device.catalog.cache.cachedMiniApps().map(\.id) == [Self.id])
            #expect(device.faults.isEmpty)
        }
    }

    @Test("A cache written by a newer version of the app is left alone")
    func newer() throws {
        let directory = try TemporaryDirectory()
        try Data("99".utf8).write(to: directory.url.appending(path: "format"))
        try Data("something new".utf8).write(to: directory.url.appending(path: "index"))
        let before = try directory.contents()
        #expect(throws: CatalogError.newerCache(99)) { try MiniAppCache(directory: directory.url) }
        let after = try directory.contents()
        #expect(after.filter { $0.key != "lock" } == before)
    }

    @Test("Two processes do not share a cache")
    func twoProcesses() async throws {
        let directory = try TemporaryDirectory()
        let cache = try MiniAppCache(directory: directory.url.appending(path: "miniapps"))
        let process = Process()
        process.executableURL = CenterProcess.binaries.appending(path: "atoll")
        process.arguments = ["cache", "list", "--cache", directory.url.path]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(text == "error: Another process is using the mini app cache.\n")
        #expect(try await cache.cachedMiniApps().isEmpty)
    }

    @Test("A jump of the clock removes nothing that was used, and hides no floor")
    func clock() async throws {
        try await TestCenter.run { center in
            let directory = try TemporaryDirectory()
            try await center.upload(.large())
            let clock = TestDate(Date())
            let device = try TestDevice(
                center, directory.url, limits: CacheLimits(maxDays: 10), now: { clock.now })
            _ = try await device.open(Self.id)
            // Back by a year: a version that was used in the future is not old.
            clock.advance(days: -365)
            _ = try await device.catalog.load(Self.id, policy: .cacheFirst)
            #expect(try await device.catalog.cache.cachedMiniApps().count == 1)
            clock.advance(days: 730)
            // Forward by two years: the metadata has expired, which is an error, but no reason to remove anything.
            let error = await #expect(throws: CatalogError.self) {
                try await device.catalog.load(Self.id, policy: .current)
            }
            guard case .wrongClock(let own, let server)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(own.timeIntervalSince(server) > 364 * 86_400, "the server's answer says what time it is")
            #expect(try await device.catalog.cache.cachedMiniApps().count == 1)
            clock.advance(days: -365)
            _ = try await device.open(Self.id)
            #expect(device.faults.isEmpty)
        }
    }

    @Test("Storage is removed with the mini app if requested, and not before its last version is removed")
    func storage() async throws {
        actor Removed {
            var ids: [MiniAppID] = []
            func note(_ id: MiniAppID) { ids.append(id) }
        }
        try await TestCenter.run { center in
            let directory = try TemporaryDirectory()
            let removed = Removed()
            for code in 1...2 { try await center.upload(.large(code: code)) }
            let device = try TestDevice(center, directory.url, removeStorage: { await removed.note($0) })
            _ = try await device.open(Self.id)
            let cache = device.catalog.cache
            #expect(try await !cache.removeCachedMiniApp(id: Self.id, version: 1, removesStorage: true))
            #expect(await removed.ids.isEmpty)
            try await cache.removeCachedMiniApp(id: Self.id)
            #expect(await removed.ids.isEmpty)
            _ = try await device.open(Self.id)
            try await cache.removeCachedMiniApp(id: Self.id, removesStorage: true)
            #expect(await removed.ids == [Self.id])
        }
    }
}
