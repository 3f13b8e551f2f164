import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@Suite("The manifest's other members")
struct ManifestMembersTests {
    private func manifest(_ members: String) throws -> Manifest {
        try Manifest(decoding: Data(text(members).utf8))
    }

    /// A valid manifest with additional members.
    private func text(_ members: String) -> String {
        """
        {"app_id": "com.example.sample", "name": "Sample", "version": {"code": 1, "name": "1"},
         "platform_version": {"min_code": 3}, "pages": ["pages/home"], "icons": [{"src": "icon.svg"}]\(members)}
        """
    }

    @Test("Members that a manifest leaves out have the draft's defaults")
    func defaults() throws {
        let manifest = try manifest("")
        #expect(manifest.direction == .automatic && manifest.colorScheme == .automatic)
        #expect(manifest.deviceTypes == [] && manifest.widgets == [] && manifest.permissions == [])
        #expect(manifest.window == Manifest.Window())
        #expect(manifest.window.backgroundColor == "#ffffff" && manifest.window.barColor == "#000000")
        #expect(manifest.window.designWidth == 750 && manifest.window.bottomDistance == 50)
        #expect(manifest.window.barTextStyle == .white && manifest.window.backgroundTextStyle == .dark)
        #expect(manifest.window.orientation == .portrait && manifest.window.navigationStyle == .default)
        #expect(!manifest.window.isFullScreen && !manifest.window.refreshesByPulling)
        #expect(manifest.window.barTitle == nil)
        #expect(manifest.unknownMembers == [])
        // An empty window has all defaults.
        #expect(try self.manifest(#", "window": {}"#).window == Manifest.Window())
    }

    @Test("Window, widgets, device types and the platform's release type are read")
    func reads() throws {
        let manifest = try manifest(
            """
            , "window": {"auto_design_width": true, "background_color": "#ABC", "background_text_style": "light",
             "design_width": 0, "enable_pull_down_refresh": true, "fullscreen": true,
             "navigation_bar_background_color": "#f8F8f8", "navigation_bar_text_style": "black",
             "navigation_bar_title_text": "My title", "navigation_style": "custom", "on_reach_bottom_distance": 7,
             "orientation": "landscape"},
             "widgets": [{"name": "Card", "path": "widgets/card"}, {"name": "Other", "path": "widgets/b", "min_code": 9,
              "atoll_size": "large", "atoll_refresh": 60}],
             "device_type": ["smartphone", "car"]
            """
        )
        #expect(manifest.window.hasAutomaticDesignWidth && manifest.window.isFullScreen)
        #expect(manifest.window.backgroundColor == "#abc" && manifest.window.barColor == "#f8f8f8")
        #expect(manifest.window.designWidth == 0 && manifest.window.bottomDistance == 7)
        #expect(manifest.window.barTitle == "My title" && manifest.window.orientation == .landscape)
        #expect(manifest.window.navigationStyle == .custom && manifest.window.backgroundTextStyle == .light)
        // A widget without a platform version needs the one that the mini app needs.
        #expect(
            manifest.widgets == [
                .init(name: "Card", path: "widgets/card", minimumCode: 3),
                .init(name: "Other", path: "widgets/b", minimumCode: 9, size: .large, refreshAfter: 60),
            ])
        #expect(manifest.deviceTypes == ["smartphone", "car"])
    }

    @Test("Network, tokens and optional permissions are read")
    func backEnds() throws {
        let manifest = try manifest(
            """
            , "atoll_network": ["https://api.example.com", "wss://live.example.com:8443"],
             "atoll_sector": "publisher", "atoll_media": ["https://pictures.example.com"], "atoll_links": ["https://www.example.com", "https://example.org:8443"],
             "atoll_tokens": [{"audience": "https://api.example.com", "scopes": ["email", "roles:kudos"], "reason": "To sign you in."},
              {"audience": "com.example.sample", "reason": "To know you again."}],
             "req_permissions": [{"name": "camera", "reason": "To scan.", "atoll_optional": true}, {"name": "location"}]
            """)
        #expect(manifest.network == ["https://api.example.com", "wss://live.example.com:8443"])
        #expect(manifest.media == ["https://pictures.example.com"])
        #expect(manifest.sector == .publisher)
        #expect(manifest.links == ["https://www.example.com", "https://example.org:8443"])
        #expect(
            manifest.tokens == [
                .init(
                    audience: "https://api.example.com", scopes: ["email", "roles:kudos"], reason: "To sign you in.",
                    sector: .publisher),
                .init(
                    audience: "com.example.sample", scopes: [], reason: "To know you again.", sector: .publisher),
            ])
        #expect(
            manifest.permissions == [
                .init(name: "camera", reason: "To scan.", isOptional: true), .init(name: "location"),
            ])
        #expect(manifest.unknownMembers == [])
    }

    @Test(
        "An origin that browsers would read as something else, or that is no back end's, is refused",
        arguments: [
            "http://api.example.com", "ws://api.example.com", "https://api.example.com/", "https://api.example.com/v1",
            "https://API.example.com", "https://*.example.com", "https://a@api.example.com", "https://localhost",
            "https://127.0.0.1", "https://[::1]", "https://2130706433", "https://api.example.com:443",
            "https://api.example.com:0443", "https://api.example.com:", "https://api.example.com:70000",
            "https://api..example.com", "https://-a.example.com", "https://bücher.example", "api.example.com",
            "https://",
            "https://api.example.com ", "https://api.example.com;script-src *", "'self'", "data:", "https://1.2.3.4.",
        ])
    func origins(_ origin: String) {
        for (members, subject) in [
            (#", "atoll_network": ["https://ok.example.com", "\#(origin)"]"#, "atoll_network[1]"),
            (#", "atoll_media": ["\#(origin)"]"#, "atoll_media[0]"),
            (#", "atoll_links": ["\#(origin)"]"#, "atoll_links[0]"),
            (
                #", "atoll_tokens": [{"audience": "\#(origin)", "reason": "x"}]"#,
                "atoll_tokens[0].audience"
            ),
        ] {
            let refusal = #expect(throws: PackageRefusal.self, "\(origin)") { try manifest(members) }
            #expect(refusal?.rule == .manifest && refusal?.subject == subject)
        }
    }

    @Test("Unknown members are ignored and reported with their paths, with any kind of numbers in them")
    func unknown() throws {
        let manifest = try manifest(
            #", "shortcuts": [1.5, -2e10, {"x": null}], "window": {"shape": "round"}, "widgets": [{"name": "C", "path": "widgets/c", "size": 2}]"#
        )
        #expect(manifest.unknownMembers == ["shortcuts", "widgets[0].size", "window.shape"])
    }

    @Test(
        "Invalid members are refused by name",
        arguments: [
            (#", "widgets": [{"name": "C", "path": "widgets/c", "atoll_size": "huge"}]"#, "widgets[0].atoll_size"),
            (#", "widgets": [{"name": "C", "path": "widgets/c", "atoll_refresh": 59}]"#, "widgets[0].atoll_refresh"),
            (#", "window": 1"#, "window"), (#", "window": {"fullscreen": "false"}"#, "window.fullscreen"),
            (##", "window": {"background_color": "red"}"##, "window.background_color"),
            (##", "window": {"background_color": "#12345"}"##, "window.background_color"),
            (##", "window": {"navigation_bar_background_color": "#ggg"}"##, "window.navigation_bar_background_color"),
            (#", "window": {"orientation": "up"}"#, "window.orientation"),
            (#", "window": {"design_width": -1}"#, "window.design_width"),
            (#", "window": {"design_width": 750.5}"#, "window.design_width"),
            (#", "window": {"navigation_style": null}"#, "window.navigation_style"),
            (#", "widgets": {}"#, "widgets"), (#", "widgets": ["x"]"#, "widgets[0]"),
            (#", "widgets": [{"name": "x"}]"#, "widgets[0].path"),
            (#", "widgets": [{"name": "x", "path": "widgets/x", "min_code": "2"}]"#, "widgets[0].min_code"),
            (#", "device_type": "tv""#, "device_type"), (#", "device_type": [1]"#, "device_type[0]"),
            (#", "req_permissions": [{"name": "a"}, {"name": "a"}]"#, "req_permissions[1].name"),
            // A duplicate member could be read in two ways.
            (#", "name": "Other""#, "manifest.json"), (#", "x": {"y": 1, "y": 2}"#, "manifest.json"),
            (#", "x": "\ud800""#, "manifest.json"), (#", "x": 9223372036854775808"#, "manifest.json"),
            (#", "x": 01"#, "manifest.json"), (#", "x": 1."#, "manifest.json"), (#", "x": 1e"#, "manifest.json"),
        ]
    )
    func refuses(_ members: String, _ subject: String) {
        let refusal = #expect(throws: PackageRefusal.self) { try manifest(members) }
        #expect(refusal?.rule == .manifest)
        #expect(refusal?.subject == subject)
    }

    @Test(
        "Too many, twice, without a reason",
        arguments: [
            (#", "atoll_network": ["https://a.example.com", "https://a.example.com"]"#, "atoll_network[1]"),
            (#", "atoll_network": "https://a.example.com""#, "atoll_network"),
            // Displayed or opened URLs use https.
            (#", "atoll_media": ["wss://a.example.com"]"#, "atoll_media[0]"),
            (#", "atoll_sector": "everybody""#, "atoll_sector"), (#", "atoll_sector": true"#, "atoll_sector"),
            (
                #", "atoll_tokens": [{"audience": "com.example.sample", "scopes": ["sector:publisher"], "reason": "x"}]"#,
                "atoll_tokens[0].scopes"
            ),
            (#", "atoll_links": ["wss://a.example.com"]"#, "atoll_links[0]"),
            (
                ", \"atoll_media\": [\((0...20).map { "\"https://a\($0).example.com\"" }.joined(separator: ","))]",
                "atoll_media"
            ),
            (#", "atoll_tokens": [{"audience": "https://a.example.com"}]"#, "atoll_tokens[0].reason"),
            (#", "atoll_tokens": [{"audience": "com.example.other", "reason": "x"}]"#, "atoll_tokens[0].audience"),
            (#", "atoll_tokens": [{"audience": "wss://a.example.com", "reason": "x"}]"#, "atoll_tokens[0].audience"),
            (
                #", "atoll_tokens": [{"audience": "com.example.sample", "reason": "x"}, {"audience": "com.example.sample", "reason": "y"}]"#,
                "atoll_tokens[1].audience"
            ),
            (#", "req_permissions": [{"name": "camera", "atoll_optional": 1}]"#, "req_permissions[0].atoll_optional"),
        ])
    func refusesBackEnds(_ members: String, _ subject: String) {
        let refusal = #expect(throws: PackageRefusal.self) { try manifest(members) }
        #expect(refusal?.subject == subject)
    }

    @Test("Icons are required, as in the draft")
    func icons() {
        let text = text("").replacing(#", "icons": [{"src": "icon.svg"}]"#, with: "")
        let refusal = #expect(throws: PackageRefusal.self) { try Manifest(decoding: Data(text.utf8)) }
        #expect(refusal?.subject == "icons")
    }

    @Test(
        "The best match for the user's languages is found, part by part",
        arguments: [
            (["de-CH", "fr"], "i18n/de-CH.json"), (["de-AT", "fr"], "i18n/de.json"), (["pt-BR", "fr"], "i18n/fr.json"),
            (["zh-Hant-TW"], "i18n/zh-Hant.json"), (["en-x-pirate"], "i18n/en.json"), (["ja"], nil), ([], nil),
            (["DE-ch"], "i18n/de-CH.json"), (["../secret"], nil),
        ] as [([String], String?)]
    )
    func lookup(_ languages: [String], _ path: String?) {
        let paths = ["de", "de-CH", "fr", "en", "zh-Hant"].map { "i18n/\($0).json" } + ["i18n/notes.txt", "app.js"]
        #expect(ManifestTexts.path(for: languages, among: paths) == path)
    }

    @Test(
        "Users get help at a page or an address, and nowhere else",
        arguments: [
            ("https://example.com/help?a=1#b", true), ("mailto:help@example.com", true), ("http://example.com", false),
            ("javascript:alert(1)", false), ("mailto:", false), ("mailto:help", false), ("mailto:a@b?body=x", false),
            ("mailto:a@b,c@d", false), ("https://", false), ("https://u:p@example.com", false),
            ("https://example.com/\"><b>", false), ("https://exämple.com", false), ("data:text/html,x", false),
            ("https://example.com/ a", false), ("//example.com", false), ("", false),
        ])
    func support(_ address: String, isOne: Bool) throws {
        var sample = SampleMiniApp()
        sample.members = ["atoll_support": address]
        if isOne {
            #expect(try MiniAppPackage(archive: sample.archive).manifest.support == address)
        } else {
            let refusal = #expect(throws: PackageRefusal.self) { try MiniAppPackage(archive: sample.archive) }
            #expect(refusal?.subject?.contains("atoll_support") == true || refusal?.rule == .manifest)
        }
    }

    @Test("A package's texts replace those of its manifest, and are checked with it")
    func localized() throws {
        var sample = SampleMiniApp()
        sample.members = ["short_name": "Smp", "req_permissions": [["name": "camera", "reason": "To see you."]]]
        sample.files["i18n/es.json"] =
            """
            {"hello": "Hola", "manifest": {"name": "Muestra", "description": "Para qué.",
                "reasons": {"camera": "Para verte.", "other": "Nada."}}}
            """
        let package = try MiniAppPackage(archive: sample.archive)
        #expect(package.languages == ["en", "es"])
        let texts = try ManifestTexts(decoding: Data(sample.files["i18n/es.json"]!.utf8), at: "i18n/es.json")
        let manifest = package.manifest.localized(by: texts)
        #expect(manifest.name == "Muestra" && manifest.summary == "Para qué." && manifest.shortName == nil)
        #expect(manifest.permissions.map(\.reason) == ["Para verte."])
        #expect(package.manifest.localized(by: ManifestTexts()) == package.manifest)
        for bad in [
            "[]", "{", #"{"manifest": 1}"#, #"{"manifest": {"name": ""}}"#, #"{"manifest": {"reasons": []}}"#,
            #"{"manifest": {"reasons": {"camera": 1}}}"#, #"{"manifest": {"reasons": {"camera": ""}}}"#,
            #"{"a": 1, "a": 2}"#,
        ] {
            sample.files["i18n/es.json"] = bad
            let refusal = #expect(throws: PackageRefusal.self) { try MiniAppPackage(archive: sample.archive) }
            #expect(refusal?.rule == .texts && refusal?.subject == "i18n/es.json")
        }
    }

    @Test("A package has at most 50 languages, as many as are reviewed, and none of more than 512 kB")
    func limits() throws {
        var sample = SampleMiniApp()
        for number in 0..<(49 - sample.files.keys.count { $0.hasPrefix("i18n/") }) {
            sample.files["i18n/a\(number).json"] = #"{"manifest": {"description": "x"}}"#
        }
        let text = (0..<49_000).map { String(1_000_000_000 + $0 * 7_919) }.joined()
        sample.files["i18n/de.json"] = "{\"a\": \"\(text)\"}"
        #expect(try MiniAppPackage(archive: sample.archive).manifest.name == "Sample")
        sample.files["i18n/de.json"]?.append(String(repeating: " ", count: 40_000))
        #expect(
            #expect(throws: PackageRefusal.self) { try MiniAppPackage(archive: sample.archive) }?.subject
                == "i18n/de.json")
        sample.files["i18n/de.json"] = "{}"
        sample.files["i18n/fr.json"] = "{}"
        #expect(#expect(throws: PackageRefusal.self) { try MiniAppPackage(archive: sample.archive) }?.rule == .texts)
    }
}

@Suite("Listings in other languages")
struct ListingTextsTests {
    private static func listing(_ texts: [String: String]) throws -> MiniAppListing {
        var sample = SampleMiniApp()
        sample.members = ["short_name": "Smp", "lang": "en"]
        for (tag, text) in texts { sample.files["i18n/\(tag).json"] = text }
        let package = try MiniAppPackage(archive: sample.archive)
        let list = package.fileList
        var listing = MiniAppListing(
            manifest: package.manifest, icon: nil,
            files: FileListReference(
                sha256: SHA256Hash(of: list.encoded()), length: list.encoded().count, count: list.files.count, bytes: 1),
            published: Date(timeIntervalSince1970: 0))
        listing.texts = MiniAppListing.texts(of: package)
        return listing
    }

    @Test("Each user reads the texts that suit them best, and the listing travels with all of them")
    func languages() throws {
        let made = try Self.listing([
            "de": #"{"manifest": {"name": "Muster"}}"#, "es": #"{"manifest": {"description": "Para qué."}}"#,
            "fr": #"{"hello": "Bonjour"}"#,
        ])
        let listing = try JSONDecoder().decode(MiniAppListing.self, from: JSONEncoder().encode(made))
        #expect(listing == made && listing.texts?.keys.sorted() == ["de", "es"])
        #expect(listing.localized(in: ["de-CH", "es"]).name == "Muster")
        #expect(listing.localized(in: ["de"]).shortName == nil)
        #expect(listing.localized(in: ["es"]).summary == "Para qué." && listing.localized(in: ["es"]).name == "Sample")
        // Who prefers the listing's own language reads that.
        for wanted in [["en", "de"], ["en-GB", "de"], ["fr"], [], ["x"]] {
            #expect(listing.localized(in: wanted) == listing)
        }
    }

    @Test("A listing stays small, whatever a package says")
    func small() throws {
        let long = String(repeating: "ü", count: 1_000)
        let tags = (0..<26).map { "x\(Character(UnicodeScalar(97 + UInt8($0))))" }
        let listing = try Self.listing(
            Dictionary(uniqueKeysWithValues: tags.map { ($0, #"{"manifest": {"description": "\#(long)"}}"#) }))
        #expect(listing.texts?.count == 7)
        #expect(try JSONEncoder().encode(listing).count < 40_000)
        #expect(try Self.listing([:]).texts == nil)
    }
}

extension ManifestTexts {
    fileprivate init() { self = try! ManifestTexts(decoding: Data("{}".utf8), at: "") }
}
