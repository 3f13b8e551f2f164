import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCatalog
@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSignIn

@Suite("Previews on a device")
struct PreviewTests {
    private static let id = MiniAppID("com.example.sample")!
    private static let preview = MiniAppID("preview.com.example.sample")!

    /// Makes a link to a version of the sample, and returns its code.
    private static func link(to code: Int, in center: TestCenter) async throws -> String {
        let text = Preview.newCode((0..<16).map { _ in .random(in: .min ... .max) })
        let digest = PeopleService.digest(of: text)
        _ = try await center.center.people.store.change(by: .operator) {
            try $0.makePreview(
                UUID().uuidString, digest: digest, of: code, id.rawValue, days: 1, opens: 2, by: .operator)
        }
        return text
    }

    @Test("A preview is installed beside the mini app, never in its place", arguments: BackEnd.allCases)
    func beside(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp())
            let device = try TestDevice(center, directory.url)
            _ = try await device.open(Self.id)
            try await center.upload(SampleMiniApp(id: "com.example.sample", code: 2))
            let code = try await Self.link(to: 2, in: center)
            let opened = try await device.catalog.preview(code: code.lowercased())
            #expect(opened.miniApp.manifest.id == Self.preview && opened.miniApp.manifest.version.code == 2)
            #expect(opened.statement.app == Self.id)
            let cache = device.catalog.cache
            let digest = opened.miniApp.digest
            #expect(try await cache.installed(Self.id, fileList: digest) == nil)
            #expect(try await cache.installed(Self.preview, fileList: digest)?.manifest.id == Self.preview)
            // Without a connection, the released version opens.
            #expect(try await cache.newest(of: Self.id)?.miniApp.manifest.version.code == 1)
            #expect(device.faults.isEmpty)
            // Files that were lost are fetched again, without the code.
            try FileManager.default.removeItem(at: device.cache.appending(path: "versions/\(Self.preview)"))
            #expect(try await device.catalog.preview(of: opened.statement).digest == digest)
            #expect(await device.catalog.isGood(previewCode: code))
            #expect(await !device.catalog.isGood(previewCode: String(repeating: "A", count: 26)))

            _ = try await device.catalog.preview(code: code)
            await #expect(throws: PreviewError.usedUp) { try await device.catalog.preview(code: code) }
            await #expect(throws: PreviewError.unknown) {
                try await device.catalog.preview(code: String(repeating: "A", count: 26))
            }
            await #expect(throws: PreviewError.self) {
                try await device.catalog.preview(code: String(repeating: "A", count: 100_000))
            }
        }
    }

    /// Puts something else into the place of the statement.
    private struct Liar: CatalogTransport {
        let base = HTTPCatalogTransport()
        let change: @Sendable (inout [String: Any]) -> Void

        func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
            try await base.get(request)
        }

        func post(_ json: Data, with request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
            let answer = try await base.post(json, with: request)
            guard var members = try? JSONSerialization.jsonObject(with: answer.body) as? [String: Any] else {
                return answer
            }
            change(&members)
            return CatalogResponse(
                status: answer.status, body: (try? JSONSerialization.data(withJSONObject: members)) ?? Data())
        }
    }

    @Test("What its publisher has not signed for this repository and super app is not opened")
    func unsigned() async throws {
        try await TestCenter.run(on: .sqlite) { center in
            try await center.upload(SampleMiniApp())
            let package = try MiniAppPackage(archive: SampleMiniApp().archive)
            func statement(_ superApps: [String], by trust: TestTrust) throws -> String {
                let signed = try trust.statement(about: package, superApps: superApps)
                return Data(signed.json.readableBytes).base64EncodedString()
            }
            let elsewhere = try TemporaryDirectory()
            let stranger = try statement([TestTrust.superApp], by: TestTrust(in: elsewhere.url))
            let other = try statement(["com.example.other"], by: center.trust)
            let changes: [@Sendable (inout [String: Any]) -> Void] = [
                { $0["statement"] = stranger }, { $0["statement"] = other }, { $0["statement"] = "" },
                { $0["statement"] = Data("{}".utf8).base64EncodedString() },
                { $0["statement"] = String(repeating: "A", count: 60_000) }, { $0["statement"] = nil },
                { $0["miniApp"] = "com.example.other" }, { $0["miniApp"] = "preview.com.example.sample" },
                { $0["miniApp"] = "../x" }, { $0["code"] = 7 }, { $0["code"] = "1" },
                { $0["miniApp"] = "com." + String(repeating: "a", count: 122) },
            ]
            for (index, change) in changes.enumerated() {
                let directory = try TemporaryDirectory()
                let device = try TestDevice(center, directory.url, transport: Liar(change: change))
                let code = try await Self.link(to: 1, in: center)
                await #expect(throws: PreviewError.self, "\(index)") { try await device.catalog.preview(code: code) }
                #expect(try await device.catalog.cache.versions(of: Self.preview).isEmpty)
            }
        }
    }

    @Test("How a preview runs is not counted")
    func usage() throws {
        let directory = try TemporaryDirectory()
        let log = UsageLog(file: directory.url.appending(path: "usage"), platform: "web")
        log.opened(Self.preview, code: 1, by: nil)
        log.started(Self.preview, code: 1, by: nil)
        log.note("It failed.", of: Self.preview, code: 1)
        #expect(log.dueReport() == nil)
        log.opened(Self.id, code: 1, by: nil)
        #expect(log.dueReport()?.rows.map(\.miniApp) == [Self.id])
    }

    @Test("The id of a preview is no publisher's, and a preview has none")
    func ids() {
        #expect(PublisherID("preview.com") == nil && PublisherID("com.preview") != nil)
        var sample = SampleMiniApp(id: "preview.com.example", code: 1)
        sample.members = [:]
        #expect(throws: PackageRefusal.self) { try MiniAppPackage(archive: sample.archive) }
        #expect(Self.id.preview == Self.preview && Self.preview.previewed == Self.id)
        #expect(Self.preview.isPreview && !Self.id.isPreview && Self.preview.preview == nil)
        #expect(MiniAppID("com." + String(repeating: "a", count: 120))?.preview == nil)
        #expect(MiniAppID("preview.com")?.isPreview == false)
    }
}
