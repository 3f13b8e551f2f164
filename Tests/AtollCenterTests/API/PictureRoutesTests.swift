import AtollCenterAPI
import AtollPackages
import AtollReview
import AtollTestSupport
import Foundation
import Logging
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

/// The pictures of a version, from the upload to the approval.
@Suite("Pictures of pages over HTTP")
struct PictureRoutesTests {
    private typealias Reviews = ReviewRoutesTests

    /// In place of a browser.
    private struct Painter: PackageRendering {
        var findings: [Finding] = []
        var png = Data("not really a PNG".utf8)
        var failure: (any Error)?
        var isCutShort = false

        func render(_ package: MiniAppPackage) async throws -> RenderedPackage {
            if let failure { throw failure }
            let pictures = package.manifest.pages.flatMap { page in
                ["phone-light", "phone-dark"].map { RenderedPicture(page: page, look: $0, png: png + Data($0.utf8)) }
            }
            return RenderedPackage(
                findings: findings, pictures: pictures, unopened: 1, isCutShort: isCutShort)
        }
    }

    private static func service(_ center: TestCenter, _ painter: Painter) -> RenderingService {
        RenderingService(
            store: center.people.store, files: VersionFiles(blobs: center.center.blobs), renderer: painter,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private static func pictures(_ code: Int, _ token: String, _ center: TestCenter) async throws -> PicturesView {
        try Reviews.json(await center.send("GET", Reviews.path(code, "pictures"), as: token, nil))
    }

    @Test(
        "Each upload is opened once, and its pictures are there for whoever may read the version",
        arguments: BackEnd.allCases)
    func pictures(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Reviews.people(center)
            #expect(try await Reviews.upload(Reviews.sample(1, script: "1;\n"), as: people.dev, center) == 201)
            #expect(try await Self.pictures(1, people.rita, center).state == "waiting")
            #expect(await Self.service(center, Painter()).renderAll())
            let found = try await Self.pictures(1, people.rita, center)
            #expect(found.state == "done" && found.unopened == 1 && found.pictures.count >= 2)
            let page = try #require(found.pictures.first?.page)
            let address = Reviews.path(1, "pictures/contents?look=phone-dark&page=\(page)")
            let answer = try await center.send("GET", address, as: people.rita, nil)
            let contents: FileContentsView = try Reviews.json(answer)
            #expect(contents.contents == Data("not really a PNGphone-dark".utf8))
            for path in ["pictures", "pictures/contents?look=phone-dark&page=\(page)"] {
                #expect(try await center.send("GET", Reviews.path(1, path), as: people.stranger, nil).status == 404)
            }
            for path in [
                "pictures/contents?look=phone-pink&page=\(page)", "pictures/contents?look=phone-dark&page=no",
                "pictures/contents?page=\(page)", "pictures/contents?look=%00&page=\(page)",
                "pictures/contents?look=\(String(repeating: "a", count: 500))&page=\(page)",
            ] {
                let status = try await center.send("GET", Reviews.path(1, path), as: people.rita, nil).status
                #expect(status == 404 || status == 400, "\(path): \(status)")
            }
            // A reader may not repeat them.
            #expect(try await center.send("POST", Reviews.path(1, "pictures"), as: people.aud, nil).status == 403)
            #expect(try await center.send("POST", Reviews.path(1, "pictures"), as: people.dev, nil).status == 202)
            #expect(try await Self.pictures(1, people.dev, center).state == "waiting")
        }
    }

    @Test(
        "What a browser finds is a finding as any other, and keeps a version from being submitted",
        arguments: BackEnd.sample(1))
    func findings(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Reviews.people(center)
            try await Reviews.upload(Reviews.sample(1, script: "1;\n"), as: people.dev, center)
            var painter = Painter()
            painter.findings = [
                Finding("start", .block, path: "pages/home.html", "It does not start.", advice: "Mend it."),
                Finding("a11y-name", .warn, path: "pages/home.html", "A button has no name.", advice: "Name it."),
            ]
            #expect(await Self.service(center, painter).renderAll())
            let checks: CheckView = try Reviews.json(
                await center.send("GET", Reviews.path(1, "checks"), as: people.dev, nil))
            #expect(checks.findings.map(\.code).starts(with: ["start", "a11y-name"]))
            let body = #"{"notes": "New.", "release": "manual"}"#
            let refused = try await center.send("POST", Reviews.path(1, "submit"), as: people.dev, body)
            #expect(refused.status == 409)
            #expect(String(decoding: refused.body, as: UTF8.self).contains("It does not start."))
            // Mended by a new look at it.
            _ = try await center.send("POST", Reviews.path(1, "pictures"), as: people.dev, nil)
            painter.findings.removeFirst()
            #expect(await Self.service(center, painter).renderAll())
            #expect(try await center.send("POST", Reviews.path(1, "submit"), as: people.dev, body).status == 200)
            let key = try #require(checks.findings.first { $0.code == "a11y-name" }?.key)
            #expect(
                try await center.send(
                    "POST", Reviews.path(1, "checks/accepted"), as: people.rita,
                    #"{"key": "\#(key)", "comment": "As before."}"#
                ).status == 204)
        }
    }

    @Test("A super app may want the pages opened before anybody approves them", arguments: BackEnd.sample(0))
    func policy(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Reviews.people(center)
            try await center.people.store.change(by: .operator) { change in
                _ = try change.setPolicy(
                    ReviewPolicy(needsBrowserChecks: true), of: Reviews.superApp, revision: nil, by: .operator)
            }
            try await Reviews.upload(Reviews.sample(1, script: "1;\n"), as: people.dev, center)
            let body = #"{"notes": "New.", "release": "manual"}"#
            #expect(try await center.send("POST", Reviews.path(1, "submit"), as: people.dev, body).status == 200)
            #expect(try await center.send("POST", Reviews.path(1, "claim"), as: people.rita, nil).status == 200)
            func approve() async throws -> Int {
                try await center.send(
                    "POST", Reviews.path(1, "approvals"), as: people.rita, "{}"
                ).status
            }
            #expect(try await approve() == 409)
            #expect(await Self.service(center, Painter()).renderAll())
            #expect(try await approve() == 200)
        }
    }

    @Test(
        "A process that goes away while it opens pages is replaced, and nothing is tried for ever",
        arguments: BackEnd.sample(1))
    func attempts(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Reviews.people(center)
            try await Reviews.upload(Reviews.sample(1, script: "1;\n"), as: people.dev, center)
            let store = center.people.store
            for _ in 1...StoredRendering.maximumAttempts {
                let taken = try await store.change(by: .system) { try $0.takeRendering() }
                #expect(taken?.code == 1)
                // Taken: no other process takes it.
                #expect(try await store.change(by: .system) { try $0.takeRendering() } == nil)
                // It ended long ago.
                try await store.change(by: .system) { change in
                    try change.session.perform("UPDATE version_rendering SET since = 0")
                }
            }
            #expect(try await store.change(by: .system) { try $0.takeRendering() } == nil)
            let found = try await Self.pictures(1, people.dev, center)
            #expect(found.state == "failed" && found.message.contains("3 times"))
        }
    }

    @Test("Publishers take turns, however many versions of one wait", arguments: BackEnd.sample(0))
    func turns(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Reviews.people(center)
            let store = center.people.store
            for code in 1...3 {
                #expect(try await Reviews.upload(Reviews.sample(code, script: "1;\n"), as: people.dev, center) == 201)
            }
            let other = SampleMiniApp(id: "com.example.other", code: 9)
            #expect(try await Reviews.upload(other, as: people.dev, center) == 201)
            try await store.change(by: .system) {
                try $0.session.perform("UPDATE mini_app SET publisher = 'com.other' WHERE id = 'com.example.other'")
            }
            var served: [String: Int] = [:]
            var taken: [Int] = []
            while let version = try await store.change(
                by: .system, { [served] in try $0.takeRendering(after: served) })
            {
                taken.append(version.code)
                served[version.code == 9 ? "com.other" : "com.example"] = taken.count
            }
            #expect(taken == [1, 9, 2, 3])
        }
    }

    @Test("Without a browser, versions wait", arguments: BackEnd.sample(1))
    func missing(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Reviews.people(center)
            try await Reviews.upload(Reviews.sample(1, script: "1;\n"), as: people.dev, center)
            var painter = Painter()
            painter.failure = RenderingUnavailable("There is none.")
            for _ in 1...5 { #expect(await !Self.service(center, painter).renderAll()) }
            #expect(try await Self.pictures(1, people.dev, center).state == "waiting")
            #expect(await Self.service(center, Painter()).renderAll())
            #expect(try await Self.pictures(1, people.dev, center).state == "done")
        }
    }

    @Test(
        "A version that can't be opened is not retried forever, and blocks no other version",
        arguments: BackEnd.sample(0))
    func failing(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Reviews.people(center)
            try await Reviews.upload(Reviews.sample(1, script: "1;\n"), as: people.dev, center)
            var painter = Painter()
            painter.failure = CocoaError(.fileReadCorruptFile)
            for _ in 0...StoredRendering.maximumAttempts { #expect(await Self.service(center, painter).renderAll()) }
            #expect(try await Self.pictures(1, people.dev, center).state == "failed")
        }
    }

    @Test("What took the browser from others for long is not opened again soon", arguments: BackEnd.sample(1))
    func pause(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Reviews.people(center)
            try await Reviews.upload(Reviews.sample(1, script: "1;\n"), as: people.dev, center)
            func again() async throws -> Int {
                try await center.send("POST", Reviews.path(1, "pictures"), as: people.dev, nil).status
            }
            var painter = Painter()
            painter.isCutShort = true
            #expect(await Self.service(center, painter).renderAll())
            #expect(try await Self.pictures(1, people.dev, center).message == StoredRendering.cutShort)
            #expect(try await again() == 429)
            try await center.people.store.change(by: .system) { change in
                let then = change.time - StoredRendering.pauseAfterCut
                try change.session.perform("UPDATE version_rendering SET since = \(.integer(then))")
            }
            #expect(try await again() == 202)
            #expect(await Self.service(center, Painter()).renderAll())
            // A finished run may be repeated immediately.
            #expect(try await again() == 202)
        }
    }
}
