import AtollPackages
import Testing

@testable import AtollReview

@Suite("What a mini app asks for, and how it is called, is checked")
struct ManifestCheckTests {
    private static func permission(_ name: String, _ reason: String? = "To sign your thanks with it.") -> String {
        "{\"name\": \"\(name)\"\(reason.map { ", \"reason\": \"\($0)\"" } ?? "")}"
    }

    @Test(
        "Permissions that no host knows are refused",
        arguments: ["user.names", "geolocation", "USER.NAME", "camera.photo", "admin"])
    func unknown(name: String) throws {
        let manifest = Packages.manifest(permissions: "[\(Self.permission(name))]")
        #expect(try Packages.findings(script: "", manifest: manifest).codes(.block) == ["perm-unknown"])
    }

    @Test(
        "Origins that make the heads of pages too long for some proxies are pointed out",
        arguments: [(8, []), (20, ["head-long"])] as [(Int, [String])])
    func heads(count: Int, codes: [String]) throws {
        let origins = (0..<count).map { "\"https://a-service-with-a-rather-long-name-of-its-own-\($0).example.com\"" }
        let manifest = Packages.manifest(network: "[\(origins.joined(separator: ","))]")
        #expect(try Packages.findings(script: "", manifest: manifest).codes(.warn) == codes)
        let media = ", \"atoll_media\": [\(origins.prefix(count / 2).joined(separator: ","))]"
        #expect(try Packages.findings(script: "", manifest: Packages.manifest(more: media)).codes(.warn) == codes)
    }

    @Test(
        "Permissions that the code needs are fine",
        arguments: [
            ("user.name", "import { user } from '/.atoll/atoll.js'; user.profile()"),
            ("camera", "import { scanner } from '/.atoll/atoll.js'; scanner.scan()"),
            ("location.precise", "call('location.watch', { precise: true })"),
            ("payments", "const { request } = payments"),
            ("user.email", "a.user['contact']()"), ("clipboard.read", "clipboard.read()"),
            ("notifications", "notifications.badge({ count: 1 })"),
        ])
    func used(name: String, script: String) throws {
        let manifest = Packages.manifest(permissions: "[\(Self.permission(name))]")
        #expect(try Packages.findings(script: script, manifest: manifest).codes() == [])
    }

    @Test(
        "Permissions that nothing needs are pointed out",
        arguments: [
            ("user.name", ""), ("camera", "// camera.photo()"), ("location", "const current2 = 1"),
            ("payments", "paymentsRequest()"),
            ("messages", "/send/.test(a)"),
        ])
    func unused(name: String, script: String) throws {
        let manifest = Packages.manifest(permissions: "[\(Self.permission(name))]")
        #expect(try Packages.findings(script: script, manifest: manifest).codes(.warn) == ["perm-unused"])
    }

    @Test(
        "Reasons must say something, each its own",
        arguments: [
            ("[\(permission("user.name", nil))]", 1), ("[\(permission("user.name", ""))]", 1),
            ("[\(permission("user.name", "Needed"))]", 1),
            ("[\(permission("user.name")), \(permission("user.photo"))]", 1),
            ("[\(permission("user.name", "a")), \(permission("user.photo", "b"))]", 2),
            ("[\(permission("user.name"))]", 0),
            ("[\(permission("user.name")), \(permission("user.photo", "To show your picture beside it."))]", 0),
            ("[\(permission("user.name", "0123456789"))]", 0), ("[]", 0),
            ("[\(permission("user.name", "Zum Grüßen."))]", 0),
            ("[\(permission("user.name", "Zum Gruß."))]", 1),
        ])
    func reasons(permissions: String, count: Int) throws {
        let found = try Packages.findings(
            script: "user.profile()", manifest: Packages.manifest(permissions: permissions))
        #expect(found.codes(.warn) == Array(repeating: "perm-reason", count: count))
    }

    @Test("Permissions that the last approved version lacked are pointed out")
    func added() throws {
        let one = Packages.manifest(permissions: "[\(Self.permission("user.name"))]")
        let two = Packages.manifest(
            permissions:
                "[\(Self.permission("user.name")), \(Self.permission("camera", "To scan the code on the table."))]")
        let script = ["app.js": "user.profile(); camera.photo()"]
        let base = ReviewedVersion(try Packages.package(script, manifest: one))
        let found = PackageReview().findings(in: try Packages.package(script, manifest: two), ReviewContext(base: base))
        #expect(found.codes() == ["perm-added"])
        #expect(found.first?.text == "The mini app asks for camera, which version 1.0.0 did not.")
        let less = PackageReview().findings(in: try Packages.package(script, manifest: one), ReviewContext(base: base))
        #expect(less.isEmpty)
    }

    private static let name = permission("user.name")
    private static let camera = permission("camera", "To scan the code on the table.")
    private static let email = permission("user.email", "To send you the receipt.")

    @Test(
        "The check reports new permissions, but not a new order, a new reason or a removed permission",
        arguments: [
            ([], [name], 1), ([name], [name, camera], 1), ([name], [camera, name], 1), ([name], [camera], 1),
            ([name], [camera, email], 2), ([], [name, camera, email], 3),
            ([name], [name], 0), ([name, camera], [camera, name], 0), ([name, camera], [camera], 0),
            ([name], [permission("user.name", "To greet you by it.")], 0), ([name, camera, email], [], 0), ([], [], 0),
        ])
    func addedOnes(before: [String], after: [String], count: Int) throws {
        let script = ["app.js": "user.profile(); camera.photo(); user.contact()"]
        func package(_ permissions: [String]) throws -> MiniAppPackage {
            let list = "[\(permissions.joined(separator: ", "))]"
            return try Packages.package(script, manifest: Packages.manifest(permissions: list))
        }
        let context = ReviewContext(base: ReviewedVersion(try package(before)))
        let found = PackageReview().findings(in: try package(after), context)
        #expect(found.codes().filter { $0 == "perm-added" }.count == count)
        #expect(PackageReview().findings(in: try package(after)).codes().allSatisfy { $0 != "perm-added" })
    }

    @Test(
        "Names that users could take for another's are pointed out",
        arguments: [
            ("Kudos", true), ("kudos", true), ("Кudos", true), ("Kudоs", true), ("Ku dos", true), ("Kudoss", true),
            ("Kdos", true),
            ("Kuods", true), ("Ｋｕｄｏｓ", true), ("Kud\u{200b}os", true), ("Kudós", true), ("Kudo5", true),
            ("Lunch", false), ("Kiosk", false), ("Cuddles", false), ("Kudos for teams", false), ("Kids", false),
        ])
    func names(name: String, isFound: Bool) throws {
        let other = ReviewContext.Neighbour(id: MiniAppID("com.example.kudos")!, name: "Kudos", icons: [])
        let package = try Packages.package(manifest: Packages.manifest(name: name))
        let found = PackageReview().findings(in: package, ReviewContext(neighbours: [other]))
        #expect(found.codes(.warn) == (isFound ? ["name-similar"] : []))
    }

    @Test(
        "A name that nobody sees is refused, names in any script are not",
        arguments: [
            ("\u{3164}", true), (" ", true), ("\u{200b}", true), ("\u{a0}", true), ("\u{2800}", true),
            ("\u{2028}", true),
            ("Kudos\u{2028}", true), ("Ku\u{200b}dos", true), ("\u{e0041}\u{e0042}", true), (" Kudos", true),
            ("Kudos ", true),
            ("a" + String(repeating: "\u{301}", count: 7), true), ("\u{301}", true),
            ("Kudos", false), ("1", false), ("★", false), ("👩‍👩‍👧", false), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", false), ("می‌خواهم", false),
            ("क्षत्रिय", false),
            ("ที่นี่", false), ("שָׁלוֹם", false), ("ཧཱུྃ", false), ("Ku dos", false), ("Tiếng Việt", false), ("☀️", false),
            ("လျှို့ဝှက်", false), ("דו\u{200f} C++", false),
            ("葛\u{e0100}城", false), ("Kudos\u{200d}", true), ("Kudos\u{e0041}\u{e007f}", true), ("Kudos\u{2800}", true),
            ("Kudos\u{fe0f}\u{fe0f}", true),
        ])
    func unseenNames(name: String, isFound: Bool) throws {
        let package = try Packages.package(manifest: Packages.manifest(name: name))
        #expect(PackageReview().findings(in: package).codes(.block) == (isFound ? ["name-unseen"] : []))
    }

    @Test("Somebody else's icon is pointed out, one's own is not")
    func icons() throws {
        let package = try Packages.package()
        let icon = try #require(package.fileList.digest(ofFileAt: "icon.svg"))
        let other = ReviewContext.Neighbour(id: MiniAppID("com.example.other")!, name: "Other", icons: [icon])
        #expect(PackageReview().findings(in: package, ReviewContext(neighbours: [other])).codes() == ["name-similar"])
        let same = ReviewContext.Neighbour(id: package.manifest.id, name: "Sample", icons: [icon])
        #expect(PackageReview().findings(in: package, ReviewContext(neighbours: [same])).isEmpty)
    }

    @Test(
        "Texts that a language lacks are worth knowing",
        arguments: [
            (["en": "{\"a\": \"A\", \"b\": \"B\"}", "de": "{\"a\": \"A\"}"], 1),
            (["en": "{\"a\": \"A\"}", "de": "{}", "fr": "{}"], 2),
            (["en": "{}", "de": "{\"x\": \"X\"}"], 1), (["en": "{\"a\": \"A\"}", "de": "{\"b\": \"B\"}"], 2),
            (["en": "{\"a\": \"A\"}", "de": "{\"a\": \"\"}", "it": "{}"], 1), (["en": "{\"a\": \"A\"}"], 0), ([:], 0),
            (["en": "{\"a\": \"A\"}", "de": "{\"a\": \"B\"}"], 0), (["en": "{}", "de": "{}"], 0),
            (["en": "{\"a\": \"A\"}", "de": "{\"a\": \"{name}\"}"], 0),
            // The manifest has its own words in English.
            (["en": "{}", "de": "{\"manifest\": {}}"], 0), (["en": "{}", "de": "{\"manifest\": {}}", "it": "{}"], 1),
        ])
    func texts(languages: [String: String], count: Int) throws {
        let files = Dictionary(uniqueKeysWithValues: languages.map { ("i18n/\($0.key).json", $0.value) })
        let found = PackageReview().findings(in: try Packages.package(files))
        #expect(found.codes(.info) == Array(repeating: "text-missing", count: count))
    }
}
