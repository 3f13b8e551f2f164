import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import SwiftUI
import Synchronization
import Testing

@testable import AtollUI

/// The changes that a mini app may make around its page, and the device's services for it, in an app.
@MainActor
@Suite("A mini app's screen")
struct ScreenDeviceTests {
    private actor Wallet: PaymentProvider {
        private(set) var paid: [String] = []
        func pay(_ payment: PaymentRequest, of miniApp: MiniAppID, by user: String) -> PaymentOutcome {
            paid.append("\(payment.value) \(payment.currency) for \(payment.data?["order"]?.string ?? "") by \(user)")
            return PaymentOutcome(.paid, receipt: "T-1")
        }
    }

    private struct People: ContactsProvider, MessageProvider {
        func contacts(of user: String) async -> [Contact] {
            [Contact(id: "u-2", name: "Ben", email: "ben@lagoon.example"), Contact(id: "u-3", name: "Cora")]
        }
        func send(_ message: UserMessage, from user: String) async -> Bool {
            message.recipient == "u-2" && message.text == "Hello"
        }
    }

    /// The requests to the device, and its answers.
    final class Done {
        var list: [String] = []
        var saved: [DeviceServices.File] = []
        var picked: [DeviceServices.File] = []
    }

    let done = Done()
    private let wallet = Wallet()
    let files: FolderFiles
    let screen: ScreenDevice
    let session: MiniAppSession
    let kudos: MiniAppID
    let clock = Clock()
    /// Whether the device does not find its place.
    let isLost = Flag()

    /// Something that is so, or not.
    final class Flag: Sendable {
        private let value = Mutex(false)
        var isSet: Bool { value.withLock { $0 } }
        func set() { value.withLock { $0 = true } }
    }

    /// The time that has passed for the session.
    final class Clock { var time = Duration.zero }

    private struct Source: MiniAppSource {
        let directory: TemporaryDirectory
        func load(_ id: MiniAppID, progress: @escaping @Sendable (Double) -> Void) async throws -> RunnableMiniApp {
            var sample = SampleMiniApp(id: id.rawValue, name: "Kudos")
            sample.members["req_permissions"] = [
                "payments", "messages", "camera", "location", "clipboard.read", "user.name",
            ]
            .map { ["name": $0] }
            let package = try MiniAppPackage(files: sample.packageFiles)
            let blobs = try BlobDirectory(directory.url)
            for file in package.files { try blobs.write(file.contents, as: SHA256Hash(of: file.contents)) }
            let list = package.fileList.encoded()
            try blobs.write(list, as: SHA256Hash(of: list))
            return RunnableMiniApp(try InstalledMiniApp(fileList: SHA256Hash(of: list), in: blobs))
        }
        func started(_ miniApp: InstalledMiniApp) async {}
        func becameReady(_ miniApp: InstalledMiniApp) async {}
        func failed(_ miniApp: InstalledMiniApp) async {}
    }

    init() throws {
        kudos = try #require(MiniAppID("com.example.kudos"))
        let directory = try TemporaryDirectory()
        files = FolderFiles(directory: directory.url.appending(path: "files"))
        let done = done
        var services = DeviceServices()
        services.open = { url in
            done.list.append("open \(url)")
            return true
        }
        services.copy = { done.list.append("copy \($0)") }
        services.paste = { "pasted" }
        services.share = { shared in
            done.list.append("share \(shared.text ?? "")")
            done.saved += shared.files
            return true
        }
        services.save = { file in
            done.saved.append(file)
            return file.name != "refused.txt"
        }
        services.pick = { picking in
            done.list.append("pick \(picking.types) \(picking.maximumCount) of \(picking.maximumBytes)")
            return done.picked
        }
        services.vibrate = { done.list.append("vibrate \($0)") }
        services.battery = { (0.5, true) }
        services.isOnline = { true }
        services.orient = { done.list.append("orient \($0)") }
        let isLost = isLost
        services.position = { _ in
            if isLost.isSet { try? await Task.sleep(for: .seconds(60)) }  // sleep: nothing may come
            return .init(latitude: 39.5678, longitude: 2.6543, accuracy: 5, time: Date(timeIntervalSince1970: 1))
        }
        services.photo = { _, side, _ in .init(data: Data([1, 2]), type: "image/jpeg", width: side, height: 10) }
        services.scan = { ("qr_code", "table 7") }
        var providers = DeviceProviders()
        (providers.payments, providers.contacts, providers.messages, providers.files) = (
            wallet, People(), People(), files
        )
        providers.running = (kudos, "u-1")
        providers.openSettings = { done.list.append("settings") }
        providers.openMiniApp = { opening in
            done.list.append(
                "open \(opening.id)\(opening.launch.path) by \(opening.launch.referrer?.rawValue ?? "nobody")")
            return opening.id.rawValue == "com.example.menu"
        }
        screen = ScreenDevice(of: "Kudos", services: services, providers: providers)
        session = MiniAppSession(
            kudos, from: Source(directory: directory), storage: FileStorage(directory: try TemporaryDirectory().url),
            device: screen, now: { [clock] in clock.time })
    }

    func stage() async -> Stage {
        let stage = Stage(
            MiniAppView(session, host: MiniAppHostInfo(name: "Reef", version: "1", userName: "Ada") { _ in "id" }) {})
        #expect(await stage.until { stage.root.all.contains { $0.native != nil } })
        return stage
    }

    /// - Parameter alone: Whether it comes from a session of the host that makes no other call: calls are limited for
    ///   each session.
    func call(
        _ method: String, _ parameters: [String: BridgeValue] = [:], taps: Bool = true, later: Duration = .zero,
        alone: Bool = false
    ) async throws -> BridgeValue {
        guard case .running(let loaded) = session.phase else { throw CancellationError() }
        clock.time += later
        if taps { session.noteTap() }
        let message: BridgeValue = [
            "jsonrpc": "2.0", "id": 7, "method": .string(method), "params": .object(parameters),
        ]
        let host = MiniAppHostInfo(name: "Reef", version: "1", userName: "Ada") { _ in "id" }
        var context = host.context(for: loaded.miniApp, isDark: false, language: "en")
        if alone { context.session = UUID().uuidString }
        let reply = await session.reply(to: try JSONEncoder().encode(message), from: context)
        let value = try BridgeValue(json: try #require(reply))
        #expect(value["id"] == 7)
        return value["result"] ?? value["error"]?["code"] ?? .null
    }

    func allow(_ names: String...) {
        for name in names { session.permissions.ledger.decide(.granted, on: name, for: kudos) }
    }

    @Test("The bar, the button and what is above the page follow the mini app, and begin anew with each page")
    func page() async throws {
        let stage = await stage()
        _ = try await call("page.setTitle", ["title": "A receipt"])
        _ = try await call("page.setMainButton", ["text": "Save", "visible": .bool(true)])
        _ = try await call("ui.loading", ["visible": .bool(true), "text": "Saving"])
        _ = try await call("ui.toast", ["text": "Saved"])
        #expect(await stage.until { stage.shows("Save") && stage.shows("Saving") && stage.shows("Saved") })
        #expect(try await call("ui.toast", ["text": "Too soon"]) == -32006)
        var told: [String] = []
        session.tell = { event, _ in told.append(event) }
        try stage.tap("Save")
        _ = try await call("page.setBackButton", ["visible": .bool(true)])
        #expect(await stage.until { stage.element("Back") != nil })
        try stage.tap("Back")
        #expect(told == ["page.mainButton", "page.back"])
        #expect(stage.element("Close") != nil, "whatever it shows, the user can leave")
        #expect(screen.title == "A receipt")
        // Another page of the mini app.
        session.pageWillChange()
        #expect(screen.title == nil && !screen.mainButton.isVisible && screen.waiting == nil && !screen.hasBackButton)
    }

    @Test("Dialogs name the mini app, come one after another, and end with its page")
    func dialogs() async throws {
        let stage = await stage()
        async let text = call("ui.prompt", ["message": "Your name?", "value": "Ada"])
        #expect(await stage.until { stage.shows("Your name?") && stage.shows("Kudos") })
        async let isSure = call("ui.confirm", ["message": "Sure?", "destructive": .bool(true), "ok": "Delete"])
        try stage.tap("OK")
        #expect(try await text == "Ada")
        #expect(await stage.until { stage.shows("Sure?") })
        try stage.tap("Delete")
        #expect(try await isSure == .bool(true))
        async let choice = call("ui.choose", ["options": [["id": "1", "text": "One"], ["id": "2", "text": "Two"]]])
        #expect(await stage.until { stage.element("Two") != nil })
        try stage.tap("Two")
        #expect(try await choice == "2")
        async let alert = call("ui.alert", ["message": "Read this", "button": "Done"])
        #expect(await stage.until { stage.shows("Read this") })
        try stage.tap("Done")
        #expect(try await alert == .null)
        // Three wait at most behind the one that is open.
        async let first = call("ui.confirm", ["message": "1"])
        #expect(await stage.until { stage.shows("1") })
        let others = (2...4).map { number in Task { try await call("ui.confirm", ["message": .string("\(number)")]) } }
        try await until("the other calls do not wait") { screen.turns.count == 3 }
        #expect(try await call("ui.confirm", ["message": "5"]) == -32013)
        screen.reset()
        #expect(try await first == .bool(false))
        for other in others { #expect(try await other.value == -32005) }
    }

    @Test("What shows something or gives it away needs a tap just before")
    func taps() async throws {
        _ = await stage()
        for method in [
            "clipboard.write", "share", "host.openURL", "host.openSettings", "apps.open", "permissions.request",
        ] {
            let parameters: [String: BridgeValue] =
                switch method {
                case "clipboard.write": ["text": "a"]
                case "host.openURL": ["url": "https://example.com"]
                case "apps.open": ["id": "com.example.menu"]
                case "permissions.request": ["names": ["camera"]]
                default: [:]
                }
            #expect(try await call(method, parameters, taps: false) == -32007, "\(method)")
        }
        #expect(done.list.isEmpty)
    }

    @Test("The system does its part")
    func system() async throws {
        // shows: clipboard.write, share, device.network, host.openSettings, host.openURL
        let stage = await stage()
        allow("clipboard.read", "location")
        #expect(try await call("clipboard.write", ["text": "abc"]) == .null)
        #expect(try await call("clipboard.read") == "pasted")
        #expect(try await call("share", ["text": "hi"]) == ["shared": .bool(true)])
        #expect(try await call("ui.haptic", ["kind": "success"]) == .null)
        #expect(try await call("device.battery") == ["level": .number(0.5), "charging": .bool(true)])
        #expect(try await call("device.network")["online"] == .bool(true))
        #expect(try await call("page.setOrientation", ["orientation": "landscape"]) == .null)
        let place = try await call("location.current")
        #expect(place["latitude"] == .number(39.57) && place["accuracy"] == .integer(1_000))
        #expect(try await call("host.openSettings") == .null)
        async let opened = call("host.openURL", ["url": "https://example.com/a"])
        #expect(await stage.until { stage.shows("https://example.com/a") && stage.isReady("Open") })
        try stage.tap("Open")
        #expect(try await opened == .null)
        #expect(try await call("host.openURL", ["url": "file:///etc/passwd"]) == -32602)
        #expect(
            done.list == [
                "copy abc", "share hi", "vibrate success", "orient landscape", "settings", "open https://example.com/a",
            ])
    }

    @Test("A watch reports the location until the page ends")
    func watching() async throws {
        // shows: location.watch
        _ = await stage()
        allow("location")
        var told: [BridgeValue] = []
        session.tell = { event, parameters in if event == "location.changed" { told.append(parameters) } }
        #expect(try await call("location.watch") == .null)
        try await until("no place was reported") { !told.isEmpty }
        #expect(told.first?["longitude"] == .number(2.65))
        #expect(try await call("location.unwatch") == .null)
        #expect(screen.watching == nil)
        // After it is revoked, it gets no more events.
        #expect(try await call("location.watch") == .null)
        session.permissions.ledger.settle(.denied, on: "location", for: kudos)
        told = []
        try await Task.sleep(for: .milliseconds(200))  // sleep: nothing may come
        #expect(told.isEmpty)
    }

    @Test("People, payments, messages and other mini apps are the super app's, with the user's consent")
    func reach() async throws {
        // shows: apps.open
        let stage = await stage()
        allow("payments", "messages", "camera")
        async let paid = call(
            "payments.request",
            [
                "id": "1", "amount": ["value": "12.30", "currency": "EUR"], "label": "Lunch",
                "items": [["label": "Soup", "value": "12"], ["label": "Tip", "value": "0.3"]],
                "data": ["order": "7"],
            ])
        #expect(
            await stage.until { stage.isReady("Pay 12.30 EUR") && stage.shows("Lunch\nSoup: 12 EUR\nTip: 0.3 EUR") })
        try stage.tap("Pay 12.30 EUR")
        #expect(try await paid == ["status": "paid", "receipt": "T-1"])
        #expect(await wallet.paid == ["12.30 EUR for 7 by u-1"])
        async let cancelled = call(
            "payments.request", ["id": "2", "amount": ["value": "1", "currency": "EUR"], "label": "Tea"])
        #expect(await stage.until { stage.shows("Tea") })
        try stage.tap("Cancel")
        #expect(try await cancelled == ["status": "cancelled"])
        #expect(
            try await call(
                "payments.request", ["id": "3", "amount": ["value": "0.00", "currency": "EUR"], "label": "x"])
                == -32602)
        #expect(
            try await call(
                "payments.request",
                [
                    "id": "4", "amount": ["value": "5.00", "currency": "EUR"], "label": "x",
                    "items": [["label": "Tea", "value": "4.99"]],
                ]) == -32602, "a bill that says something else")
        async let picked = call("contacts.pick", ["fields": ["name", "email"]])
        #expect(await stage.until { stage.isReady("Ben") })
        try stage.tap("Ben")
        #expect(try await picked == [["name": "Ben", "email": "ben@lagoon.example"]])
        async let sent = call("messages.send", ["text": "Hello"])
        #expect(await stage.until { stage.shows("Hello") && stage.isReady("Ben") })
        try stage.tap("Ben")
        #expect(try await sent == ["sent": .bool(true)])
        let photo = try await call("camera.photo", ["maxSide": 400])
        #expect(photo["width"] == 400)
        let path = try #require(photo["file"]?.string)
        #expect(try await files.list(in: StorageArea(user: "id", miniApp: kudos)).map(\.path) == [path])
        #expect(try await call("scanner.scan") == ["format": "qr_code", "text": "table 7"])
        async let other = call("apps.open", ["id": "com.example.menu", "page": "pages/week"])
        #expect(await stage.until { stage.isReady("Open") })
        try stage.tap("Open")
        #expect(try await other == .null)
        #expect(done.list == ["open com.example.menu/pages/week by com.example.kudos"])
    }

    @Test("What another mini app has given is not given again when a link leads to a page")
    func linked() async throws {
        let stage = await stage()
        session.launch = MiniAppLaunch(.app, referrer: MiniAppID("com.example.menu"), parameters: ["soup": 2])
        #expect(try await call("apps.launch")["params"] == ["soup": 2])
        #expect(session.go(to: "/pages/detail?id=1"))
        _ = stage.root
        #expect(await stage.until { session.launch.page == "pages/detail" })
        let launch = try await call("apps.launch")
        #expect(launch == ["source": "link", "page": "pages/detail", "query": "id=1"])
    }

    @Test("A mini app can't open itself, or something that isn't a page")
    func opensNot() async throws {
        _ = await stage()
        #expect(try await call("apps.open", ["id": "com.example.kudos"]) == -32602)
        #expect(try await call("apps.open", ["id": "com.example.menu", "page": "../settings"]) == -32602)
        #expect(try await call("apps.open", ["id": "com.example.menu", "query": "q=%zz"]) == -32602)
        #expect(done.list.isEmpty)
    }

    @Test("What the device can't do is not offered")
    func unsupported() async throws {
        let bare = ScreenDevice(of: "Kudos", services: DeviceServices())
        #expect(!bare.methods.contains("clipboard.write") && !bare.methods.contains("payments.request"))
        #expect(bare.methods.contains("ui.alert") && bare.methods.contains("page.setTitle"))
        await #expect(throws: BridgeError.self) { () async throws in
            let host = MiniAppHostInfo(name: "Reef", version: "1", userName: "Ada") { _ in "id" }
            await session.open()
            guard case .running(let loaded) = session.phase else { return }
            let context = host.context(for: loaded.miniApp, isDark: false, language: "en")
            _ = try await bare.perform("clipboard.write", [:], context) { _, _ in }
        }
    }

    @Test("Who has something to lose is asked before the mini app closes")
    func closing() async throws {
        let stage = await stage()
        _ = try await call("page.setCloseGuard", ["enabled": .bool(true), "message": "Your draft is not saved."])
        try stage.tap("Close")
        #expect(await stage.until { stage.shows("Close it?") && stage.shows("Your draft is not saved.") })
        try stage.tap("Stay")
        #expect(await stage.until { !stage.shows("Close it?") })
        let before = session.generation
        try stage.tap("Reload")
        #expect(await stage.until { stage.shows("Reload it?") && stage.shows("Your draft is not saved.") })
        #expect(session.generation == before)
        try stage.tap("Reload and lose changes")
        #expect(await stage.until { session.generation == before + 1 })
        _ = try await call("page.setCloseGuard", ["enabled": .bool(true), "message": "Your draft is not saved."])
        #expect(screen.closeGuard != nil)
        // The mini app's own dialogs do not trap the user.
        async let dialog = call("ui.alert", ["message": "Don't go"])
        #expect(await stage.until { stage.shows("Don't go") })
        screen.asksToClose = true
        #expect(await stage.until { stage.element("Close and lose changes") != nil })
        screen.reset()
        _ = try await dialog
    }
}
