import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import SwiftUI
import Testing

@testable import AtollUI

/// Something that is waited for until it is opened.
@MainActor
private final class Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isOpen = false

    func wait() async {
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
        isOpen = true
        for each in waiting { each.resume() }
        waiting = []
    }
}

/// Files that mini apps get from the device and give to it, and what happens while they are hidden.
extension ScreenDeviceTests {
    private var area: StorageArea { StorageArea(user: "id", miniApp: kudos) }

    private func keep(_ text: String, at path: String) async throws {
        _ = try await files.write(Data(text.utf8), to: path, at: nil, in: area)
    }

    @Test("What the user picks is copied into the mini app's files: all of it, or nothing")
    func picking() async throws {
        _ = await stage()
        #expect(try await call("files.pick") == -32005, "whoever picks nothing has cancelled")
        done.picked = [
            .init(name: "Receipt.PDF", type: "application/pdf", data: Data([1, 2, 3])),
            .init(name: "../../etc/passwd", type: "", data: Data([4])),
        ]
        #expect(try await call("files.pick") == -32001, "more than was asked for")
        let picked = try await call("files.pick", ["types": [".pdf"], "multiple": .bool(true)])
        #expect(done.list.last == "pick [\".pdf\"] 20 of 20971520")
        guard case .array(let list) = picked else { throw CancellationError() }
        #expect(list.map { $0["size"] } == [3, 1] && list[0]["name"] == "Receipt.PDF")
        #expect(list.map { $0["type"] } == ["application/pdf", "application/octet-stream"])
        let paths = list.compactMap { $0["file"]?.string }
        #expect(paths.allSatisfy { $0.hasPrefix("picked/") && !$0.contains("..") } && paths[0].hasSuffix(".pdf"))
        #expect(try await files.list(in: area).map(\.path) == paths.sorted())
        #expect(try await files.read(paths[0], from: 0, count: 10, in: area).data == Data([1, 2, 3]))
        done.picked = [.init(name: "a", type: "", data: Data(count: 20 * 1_048_576 + 1))]
        #expect(try await call("files.pick") == -32001)
        // The second is too much for what is left: the first does not stay.
        done.picked = ["b", "c"].map { .init(name: $0, type: "", data: Data(count: 15 * 1_048_576)) }
        _ = try await call("files.pick", ["multiple": .bool(true)])
        #expect(try await files.list(in: area).count == 4)
        #expect(try await call("files.pick", ["multiple": .bool(true)]) == -32002)
        #expect(try await files.list(in: area).count == 4)
        done.picked = ["d", "e", "f"].map { .init(name: $0, type: "", data: Data(count: 18 * 1_048_576)) }
        #expect(try await call("files.pick", ["multiple": .bool(true)]) == -32001, "more than there is room for")
        #expect(try await call("files.pick", taps: false, later: .seconds(6)) == -32007)
    }

    @Test("A file is saved from what the mini app has, or from what it sends, under a name without a path")
    func saving() async throws {
        _ = await stage()
        try await keep("date,amount", at: "tables/all.csv")
        #expect(
            try await call("files.save", ["name": "all.csv", "type": "text/csv", "file": "tables/all.csv"]) == .null)
        #expect(
            try await call("files.save", ["name": "a/../b\\c:d", "type": "text/plain", "data": "aGk="]) == .null)
        #expect(try await call("files.save", ["name": "..", "type": "text/plain", "data": ""]) == .null)
        // A slash with a mark on it, and invisible characters.
        let hidden = "../\u{301}x\u{202e}\n"
        #expect(try await call("files.save", ["name": .string(hidden), "type": "text/plain", "data": ""]) == .null)
        #expect(
            done.saved == [
                .init(name: "all.csv", type: "text/csv", data: Data("date,amount".utf8)),
                .init(name: "a_.._b_c_d", type: "application/octet-stream", data: Data("hi".utf8)),
                .init(name: "_", type: "application/octet-stream", data: Data()),
                .init(name: ".._\u{301}x", type: "application/octet-stream", data: Data()),
            ])
        for (parameters, code): ([String: BridgeValue], BridgeValue) in [
            ([:], -32602), (["data": "aGk=", "file": "tables/all.csv"], -32602), (["data": "no base64"], -32602),
            (["file": "none"], -32012), (["file": "../../secrets"], -32602),
        ] {
            let all = parameters.merging(["name": "a", "type": "text/plain"]) { first, _ in first }
            #expect(try await call("files.save", all) == code, "\(parameters)")
        }
        #expect(
            try await call("files.save", ["name": "refused.txt", "type": "text/plain", "data": ""]) == -32005)
    }

    @Test("Files are shared by their paths, with what they are")
    func sharing() async throws {
        _ = await stage()
        try await keep("one", at: "photos/1.JPG")
        try await keep("two", at: "notes")
        #expect(
            try await call("share", ["text": "Look", "files": ["photos/1.JPG", "notes"]]) == ["shared": .bool(true)])
        #expect(
            done.saved == [
                .init(name: "1.JPG", type: "image/jpeg", data: Data("one".utf8)),
                .init(name: "notes", type: "application/octet-stream", data: Data("two".utf8)),
            ])
        #expect(try await call("share", ["files": ["none"]]) == -32012)
        #expect(try await call("share", ["files": ["../notes"]]) == -32602)
        #expect(try await call("share", ["files": ["notes", "notes"]]) == -32602)
        #expect(try await call("share", ["files": ["..\u{2f}\u{301}notes"]]) == -32602)
        #expect(done.list == ["share Look"])
    }

    @Test("Several people are chosen in one sheet, and at least one must be")
    func several() async throws {
        let stage = await stage()
        async let picked = call("contacts.pick", ["fields": ["name"], "multiple": .bool(true)])
        #expect(await stage.until { stage.shows("Ben") && stage.shows("Cora") && stage.isReady("Cancel") })
        #expect(!stage.isReady("Choose"))
        try stage.tap("Cora")
        try stage.tap("Ben")
        #expect(await stage.until { stage.isReady("Choose") })
        try stage.tap("Choose")
        #expect(try await picked == [["name": "Ben"], ["name": "Cora"]])
        async let cancelled = call("contacts.pick", ["fields": ["name"], "multiple": .bool(true)])
        #expect(await stage.until { stage.isReady("Cancel") })
        try stage.tap("Cancel")
        #expect(try await cancelled == -32005)
    }

    @Test("Among many people, one is found by a part of the name, and who was chosen before stays chosen")
    func many() async throws {
        let people = (1...30).map { DeviceDialog.Option(id: "\($0)", text: "Person \($0)") }
        var answer: DeviceDialog.Answer?
        let dialog = DeviceDialog(id: 1, miniApp: "Kudos", title: nil, message: "", kind: .several(people))
        let stage = Stage(DeviceDialogView(dialog, hold: .zero) { answer = $0 })
        try stage.tap("Person 7")
        try stage.type("29", into: "Search")
        #expect(await stage.until { stage.shows("Person 29") && !stage.shows("Person 7") })
        try stage.tap("Person 29")
        #expect(await stage.until { stage.isReady("Choose") })
        try stage.tap("Choose")
        #expect(answer == .several(["7", "29"]))
    }

    @Test("Nobody waits longer for a place than they said, and a place that is found too late is dropped")
    func lost() async throws {
        _ = await stage()
        allow("location")
        isLost.set()
        #expect(try await call("location.current", ["timeout": 1_000]) == -32009)
        let search = screen.locating[false]
        #expect(search != nil)
        // Another call waits for the same search, and another page for none.
        #expect(try await call("location.current", ["timeout": 1_000]) == -32009)
        #expect(screen.locating[false] == search)
        screen.reset()
        #expect(screen.locating.isEmpty)
    }

    @Test("One screen of the system is open at a time, and the next page may open its own")
    func oneAtATime() async throws {
        _ = await stage()
        let asked = Gate()
        var services = DeviceServices()
        services.share = { _ in
            await asked.wait()
            return true
        }
        let screen = ScreenDevice(of: "Kudos", services: services)
        guard case .running(let loaded) = session.phase else { throw CancellationError() }
        let host = MiniAppHostInfo(name: "Reef", version: "1", userName: "Ada") { _ in "id" }
        let context = host.context(for: loaded.miniApp, isDark: false, language: "en")
        func share() async throws -> BridgeValue {
            try await screen.perform("share", ["text": "a"], context) { _, _ in }
        }
        let first = Task { try await share() }
        for _ in 0..<1_000 where !screen.isPresenting { await Task.yield() }
        await #expect(throws: BridgeError(.busy, "Another screen of the system is open.")) { try await share() }
        screen.reset()
        let second = Task { try await share() }
        for _ in 0..<1_000 where !screen.isPresenting { await Task.yield() }
        asked.open()
        #expect(try await first.value == ["shared": .bool(true)])
        #expect(try await second.value == ["shared": .bool(true)])
        #expect(!screen.isPresenting)
    }

    @Test("A mini app that nobody sees may store and say how it is, and nothing else, until it is shown")
    func hidden() async throws {
        let stage = await stage()
        var told: [String] = []
        session.tell = { event, parameters in told.append("\(event) \(parameters["state"]?.string ?? "")") }
        session.noteHidden(true)
        #expect(try await call("device.network")["online"] == .bool(true), "for five seconds, as before")
        clock.time += .seconds(6)
        for method in ["device.network", "user.profile", "ui.alert", "permissions.query", "no.such.method"] {
            #expect(try await call(method, ["names": ["camera"]]) == -32006, "\(method)")
        }
        #expect(try await call("storage.set", ["key": "a", "value": "1"]) == .null)
        #expect(try await call("host.log", ["level": "info", "message": "hidden"]) == .null)
        #expect(try await call("lifecycle.state")["page"] != nil)
        // Nor does it hear where the user is.
        allow("location")
        session.noteHidden(false)
        #expect(try await call("location.watch") == .null)
        #expect(await stage.until { told.contains { $0.hasPrefix("location.changed") } })
        session.noteHidden(true)
        clock.time += .seconds(6)
        told.removeAll { $0.hasPrefix("location.changed") }
        try await Task.sleep(for: .milliseconds(1_500))  // sleep: nothing may come
        #expect(!told.contains { $0.hasPrefix("location.changed") })
        session.noteHidden(false)
        #expect(try await call("device.network")["online"] == .bool(true))
        #expect(
            told.filter { $0.hasPrefix("lifecycle") } == [
                "lifecycle.page hidden", "lifecycle.global hidden", "lifecycle.page shown", "lifecycle.global shown",
                "lifecycle.page hidden", "lifecycle.global hidden", "lifecycle.page shown", "lifecycle.global shown",
            ])
    }

    @Test("A mini app is told when what it knows of the user may be another")
    func facts() async throws {
        let stage = await stage()
        var told: [String] = []
        session.tell = { event, _ in told.append(event) }
        session.permissions.ledger.settle(.granted, on: "user.name", for: kudos)
        // The screen notices with its next update.
        #expect(await stage.until { stage.element("Close") != nil && told == ["user.changed"] })
        session.permissions.ledger.settle(.denied, on: "location", for: kudos)
        #expect(await stage.until { stage.element("Close") != nil })
        #expect(told == ["user.changed"])
        session.permissions.ledger.settle(.denied, on: "user.name", for: kudos)
        #expect(await stage.until { stage.element("Close") != nil && told == ["user.changed", "user.changed"] })
    }
}
