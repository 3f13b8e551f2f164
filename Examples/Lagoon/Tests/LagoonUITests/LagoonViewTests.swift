import AtollCatalog
import AtollNavigation
import AtollPackages
import AtollTestSupport
import Foundation
import LagoonProducts
import LagoonScreens
import SwiftUI
import Testing

@testable import LagoonUI

/// Lagoon as an app, with a real Center.
@MainActor
@Suite("Lagoon's views")
struct LagoonViewTests {
    /// A stand-in for the super app's server.
    private struct Accounts: LagoonAccounts {
        struct Refused: Error, CustomStringConvertible {
            let description = "The name or password is incorrect."
        }
        let current: @Sendable () async throws -> String

        func signIn(name: String, password: String) async throws -> LagoonUser {
            guard password == "right" else { throw Refused() }
            return LagoonUser(
                id: "u-\(name)", name: name.capitalized, roles: name == "ada" ? ["Sales"] : [])
        }
        func token() async throws -> String? { try await current() }
        func signOut() async {}
        func address(of path: String) -> URL? { URL(string: "https://lagoon.example" + path) }
    }

    @MainActor
    private struct Device {
        let stage: Stage
        let model: LagoonModel

        func tap(_ words: String) throws { try stage.tap(words) }

        func signIn(_ name: String = "ada") async throws {
            try stage.type(name, into: "Name")
            try stage.type("right", into: "Password")
            try stage.tap("Sign in")
            #expect(await stage.until { model.user != nil })
        }
    }

    private static func device(_ center: TestCenter) throws -> Device {
        let services = try LagoonServices(
            CatalogConfiguration(center: center.address, host: TestTrust.host, trustAnchor: center.trust.anchor),
            directory: center.directory.url.appending(path: "device"),
            accounts: Accounts(current: { try await center.token(roles: ["Sales"]) }),
            origins: ["https://lagoon.example"])
        services.today.start = { Date(timeIntervalSince1970: 1_795_255_200) }
        services.today.calendar.timeZone = .gmt
        let model = LagoonModel(services)
        return Device(stage: Stage(LagoonView(model)), model: model)
    }

    /// Runs a test with a Center and a device.
    private func run(_ body: @escaping @MainActor (Device, TestCenter) async throws -> Void) async throws {
        try await TestCenter.run { center in
            try await Self.onMain {
                let device = try Self.device(center)
                try await body(device, center)
                #expect(device.model.root.containerFaults == [])
            }
        }
    }

    private static func onMain(_ body: @MainActor () async throws -> Void) async throws { try await body() }

    @Test("A user who is not signed in sees the gatekeeper, and then the four tabs; a wrong password is reported")
    func gatekeeper() async throws {
        try await run { device, _ in
            let stage = device.stage
            #expect(stage.element("Sign in", .button)?.isEnabled == false, "there is nothing to send yet")
            try stage.type("ada", into: "Name")
            try stage.submit("Name")
            #expect(stage.element("Password", .field)?.isSelected == true, "return leads to the next field")
            try stage.submit("Password")
            #expect(!stage.shows("The name or password is incorrect."), "there is nothing to send yet")
            try stage.type("wrong", into: "Password")
            try stage.submit("Password")
            #expect(await stage.until { stage.shows("The name or password is incorrect.") })
            try device.tap("Register")
            #expect(stage.shows("This page is on Lagoon's web site."))
            #expect(!stage.canSwipeBack, "the graph has another way back")
            try device.tap("Sign in")
            try device.tap("Forgot password")
            try device.tap("Open the web site")
            try device.tap("Sign in")
            try await device.signIn()
            #expect(stage.root.all.filter { $0.kind == .tab }.map(\.label) == ["Today", "Hub", "Products", "Profile"])
            try stage.tapTab("Profile")
            try device.tap("Sign out")
            #expect(stage.shows("Register"))
            #expect(device.model.navigator.presentedPlaces.contains(.gatekeeper(.signIn)))
        }
    }

    @Test("Today follows its rules, and changes with the user's actions")
    func today() async throws {
        try await run { device, _ in
            let stage = device.stage
            try await device.signIn()
            #expect(await stage.until { stage.shows("Welcome to your plan") })
            try device.tap("Show me how it works")
            #expect(stage.shows("How your plan works"))
            try stage.swipeBack()
            #expect(await stage.until { !stage.shows("Welcome to your plan") })
            try stage.type("7", into: "Weight in kilograms")
            try device.tap("Save my starting point")
            #expect(await stage.until { stage.shows("The weight must be a number of kilograms from 20 to 400.") })
            try stage.type("71,5", into: "Weight in kilograms")
            try stage.submit("Weight in kilograms")
            #expect(stage.element("Press-ups in a row", .field)?.isSelected == true)
            try stage.type("14", into: "Press-ups in a row")
            try stage.submit("Press-ups in a row")
            #expect(await stage.until { !stage.shows("Where are you starting from?") })
            try device.tap("18:00 Evening run")
            #expect(await stage.until { stage.shows("Your workout is planned") })
            #expect(stage.shows("Banana oats"), "a meal of the day")
            try device.tap("Plan these meals")
            #expect(await stage.until { stage.shows("Your day is planned") })
            try device.tap("Cook it")
            #expect(stage.shows("Ingredients"))
            try stage.swipeBack()
            try device.tap("Hide")
            #expect(await stage.until { !stage.shows("Cook it") })
            try device.tap("New")
            #expect(stage.layers.map(\.style) == [.sheet])
            try stage.dragDown()
            try device.tap("Evening run, 18:00")
            try device.tap("Join")
            #expect(stage.layers.map(\.style) == [.cover])
            #expect(stage.shows("40 minutes with Freya"))
            try device.tap("Leave")
            try device.tap("I have trained today")
            #expect(await stage.until { stage.shows("Refuel: Banana oats") })
        }
    }

    @Test("Number 30 of a thousand opens immediately after sign-in, wherever it is in the list")
    func products() async throws {
        try await run { device, _ in
            let stage = device.stage
            stage.open(try #require(URL(string: "dla://Products?id=30")))
            try await device.signIn()
            #expect(stage.shows("Amber Bowl"))
            #expect(device.model.productsNavigator.presented(ProductsScreen.product) == [30])
            try device.tap("Next")
            #expect(device.model.productsNavigator.presented(ProductsScreen.product) == [31])
            try stage.swipeBack()
            try stage.type("coral paddle", into: "Search products")
            #expect(stage.root.all.filter { $0.kind == .row && !$0.isHidden && $0.words.contains("Coral") }.count == 2)
            stage.open(try #require(URL(string: "dla://Products?id=5000")))
            #expect(stage.shows("This product doesn't exist"))
            try device.tap("Show the list")
            #expect(stage.shows("Coral Paddle"))
        }
    }

    @Test("A product is open under two tabs, each as it was left: by tap, link, back and restoration")
    func twoTabs() async throws {
        try await run { device, _ in
            let stage = device.stage
            stage.open(try #require(URL(string: "dla://recipe/lagoon-bowl")))
            try await device.signIn()
            try device.tap("What to serve it in")
            #expect(stage.shows("Amber Bowl"))
            try stage.tapTab("Products")
            #expect(!device.model.navigator.isPresented(.products(.product(30))), "this tab has its own places")
            device.model.productsNavigator.present(.product(30))
            device.model.productsNavigator.present(.product(31))
            try stage.tapTab("Today")
            #expect(stage.shows("Amber Bowl"))
            // Both are in the URL, and are restored from it.
            let kept = device.model.navigator.path
            let link = try device.model.opener.router.url(for: kept)
            #expect(link.path == "/recipe/lagoon-bowl/products/30?with=/products?id=31")
            try stage.swipeBack()
            #expect(stage.shows("What to serve it in"))
            try stage.tapTab("Products")
            #expect(device.model.productsNavigator.presented(ProductsScreen.product) == [31])
            stage.open(try #require(URL(string: "dla:/" + link.path)))
            #expect(device.model.navigator.path.isSameTree(as: kept))
            #expect(device.model.root.restore(PresentedPath()).isEmpty)
            #expect(device.model.root.restore(kept).isEmpty && device.model.navigator.path == kept)
            #expect(stage.shows("Amber Bowl"))
            try stage.tapTab("Products")
            #expect(device.model.productsNavigator.presented(ProductsScreen.product) == [31])
        }
    }

    @Test("Links and search results lead to pages of a mini app; a tile leads to its first page")
    func pages() async throws {
        try await run { device, center in
            let stage = device.stage
            var sample = SampleMiniApp()
            sample.members["atoll_search"] = "common/search.json"
            sample.files["common/search.json"] =
                "{\"entries\": [{\"title\": \"Ada Keller\", \"detail\": \"Design\", \"page\": \"pages/detail?id=7\"}]}"
            #expect(try await center.upload(sample).status == 201)
            try await device.signIn()
            @MainActor func page() -> String? {
                let url = stage.root.all.compactMap { $0.native as? WKWebView }.first?.url
                return url.map { $0.path() + ($0.query().map { "?" + $0 } ?? "") }
            }
            stage.open(try #require(URL(string: "dla://miniapp/com.example.sample/pages/detail?id=3")))
            #expect(await stage.until(20) { page() == "/pages/detail?id=3" })
            // While it is in front, another link leads to another page of it, and one without a page changes nothing.
            stage.open(try #require(URL(string: "miniapp://com.example.sample/pages/detail?id=4%265")))
            #expect(await stage.until { page() == "/pages/detail?id=4%265" })
            stage.open(try #require(URL(string: "miniapp://com.example.sample")))
            #expect(page() == "/pages/detail?id=4%265")
            try device.tap("Close")
            #expect(await stage.until(20) { stage.element("tile-com.example.sample") != nil })
            try device.tap("tile-com.example.sample")
            #expect(await stage.until(20) { page() == "/" }, "the link has been followed")
            try device.tap("Close")
            stage.open(try #require(URL(string: "miniapp://com.example.sample/pages/none")))
            #expect(await stage.until(20) { page() == "/" }, "a page that does not exist")
            try device.tap("Close")
            #expect(await stage.until { stage.element("tile-com.example.sample") != nil })
            try stage.type("keller", into: "Search mini apps")
            #expect(await stage.until { stage.shows("Sample · Design") && !stage.shows("Nothing found") })
            try device.tap("entry-0")
            #expect(await stage.until(20) { page() == "/pages/detail?id=7" })
        }
    }

    @Test("A mini app is found, opened, stored, and removed")
    func miniApp() async throws {
        try await run { device, center in
            let stage = device.stage
            #expect(try await center.upload(SampleMiniApp()).status == 201)
            try await device.signIn()
            try stage.tapTab("Hub")
            #expect(await stage.until(20) { stage.element("tile-com.example.sample") != nil })
            try device.tap("About")
            #expect(await stage.until { stage.shows("What Sample is for.") })
            try stage.swipeBack()
            try device.tap("tile-com.example.sample")
            #expect(await stage.until(20) { stage.root.all.contains { $0.native is WKWebView } })
            try device.tap("Close")
            #expect(stage.shows("App Hub"))
            try stage.tapTab("Profile")
            try device.tap("Storage")
            #expect(await stage.until { stage.shows("Sample 1.0.1") })
            try device.tap("Remove all")
            try device.tap("Cancel")
            #expect(stage.shows("Sample 1.0.1"))
            try stage.delete("Sample")
            #expect(await stage.until { stage.shows("No stored mini apps") })
            try stage.swipeBack()
            try device.tap("Permissions")
            #expect(stage.shows("No permissions yet"))
            try stage.swipeBack()
            try device.tap("Account")
            #expect(stage.shows("Sales"))
        }
    }

    @Test("All windows share the signed-in user, and each user's permissions are stored on the device separately")
    func windows() async throws {
        try await run { device, _ in
            let services = device.model.services
            let other = Device(stage: Stage(LagoonView(LagoonModel(services))), model: device.model)
            try await device.signIn()
            for stage in [device.stage, other.stage] { #expect(stage.root.all.contains { $0.kind == .tabs }) }
            let id = try #require(MiniAppID("com.example.sample"))
            services.permissions.ledger.decide(.granted, on: "camera", for: id)
            try other.stage.tapTab("Profile")
            try other.tap("Sign out")
            #expect(device.stage.shows("Register"))
            #expect(services.permissions.ledger.granted(to: id).isEmpty)
            try await device.signIn("ben")
            #expect(services.permissions.ledger.granted(to: id).isEmpty, "another user's")
            services.signOut()
            try await services.signIn(name: "ada", password: "right")
            #expect(services.permissions.ledger.granted(to: id) == ["camera"])
        }
    }

    @Test("Without a connection at the first start, the hub reports it, and the user can try again")
    func offline() async throws {
        let directory = try TemporaryDirectory()
        let trust = try TestTrust(in: directory.url)
        let services = try LagoonServices(
            CatalogConfiguration(
                center: try #require(URL(string: "http://127.0.0.1:9")), host: TestTrust.host, trustAnchor: trust.anchor
            ),
            directory: directory.url.appending(path: "device"), accounts: Accounts(current: { "token" }))
        let model = LagoonModel(services)
        let device = Device(stage: Stage(LagoonView(model)), model: model)
        try await device.signIn("ben")
        try device.stage.tapTab("Hub")
        #expect(await device.stage.until(30) { device.stage.shows("The hub can't be shown") })
        try device.tap("Try again")
    }

    @MainActor
    private final class Start {
        var isPossible = false
    }

    @Test("The app opens a link that started it, after it has started and the user has signed in")
    func startedByLink() async throws {
        try await run { device, _ in
            let start = Start()
            let model = device.model
            let stage = Stage(
                LagoonStartView {
                    guard start.isPossible else { throw CocoaError(.fileNoSuchFile) }
                    return model
                })
            stage.open(try #require(URL(string: "dla://Products?id=30")))
            #expect(stage.shows("Lagoon can't start"))
            start.isPossible = true
            try stage.tap("Try again")
            try await Device(stage: stage, model: model).signIn()
            #expect(await stage.until { stage.shows("Amber Bowl") })
        }
    }

    @Test("A missing or invalid root is reported, and the user can try again")
    func start() throws {
        var isMended = false
        let directory = try TemporaryDirectory()
        let trust = try TestTrust(in: directory.url)
        let stage = Stage(
            LagoonStartView {
                let configuration = try CatalogConfiguration(
                    information: [
                        "AtollCenterURL": "https://center.example", "AtollSuperAppID": "com.example.lagoon",
                        "AtollSuperAppVersion": "1.0.0",
                    ]
                ) { _ in isMended ? trust.anchor.root : nil }
                return try LagoonModel(
                    LagoonServices(
                        configuration, directory: directory.url.appending(path: "device"),
                        accounts: Accounts(current: { "token" })))
            })
        #expect(stage.shows("Lagoon can't start"))
        #expect(stage.shows("AtollTrustAnchor names root.json, which is not in the bundle"))
        isMended = true
        try stage.tap("Try again")
        #expect(stage.shows("Register"))
        let wrong = Stage(
            LagoonStartView {
                let configuration = CatalogConfiguration(
                    center: URL(string: "https://center.example")!, host: TestTrust.host,
                    trustAnchor: TrustAnchor(root: Data("{}".utf8)))
                return try LagoonModel(
                    LagoonServices(
                        configuration, directory: directory.url.appending(path: "other"),
                        accounts: Accounts(current: { "token" })))
            })
        #expect(wrong.shows("Lagoon can't start"))
    }
}
