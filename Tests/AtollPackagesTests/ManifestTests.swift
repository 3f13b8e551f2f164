import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@Suite("The manifest")
struct ManifestTests {
    @Test("Every known member is read")
    func reads() throws {
        var sample = SampleMiniApp()
        sample.members = [
            "short_name": "S", "lang": "ar", "dir": "rtl", "color_scheme": "dark", "unknown": [1, 2],
            "platform_version": ["min_code": 2, "target_code": 3],
            "req_permissions": [["name": "location", "reason": "To find what is near."]],
        ]
        let manifest = try Manifest(decoding: sample.manifest)
        #expect(manifest.id.rawValue == "com.example.sample")
        #expect(manifest.name == "Sample")
        #expect(manifest.shortName == "S")
        #expect(manifest.summary == "What Sample is for.")
        #expect(manifest.language == "ar")
        #expect(manifest.direction == .rightToLeft)
        #expect(manifest.colorScheme == .dark)
        #expect(manifest.version == Manifest.Version(code: 1, name: "1.0.1"))
        #expect(manifest.platform == Manifest.Platform(minimumCode: 2, targetCode: 3))
        #expect(manifest.pages == ["pages/home", "pages/detail"])
        #expect(manifest.icons == [Manifest.Icon(source: "common/icon.svg")])
        #expect(manifest.permissions == [Manifest.Permission(name: "location", reason: "To find what is near.")])
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let member: String
        let json: String
        let subject: String
        var testDescription: String { "\(member): \(json)" }
    }

    @Test(
        "An invalid member is refused by name",
        arguments: [
            Fault(member: "app_id", json: "7", subject: "app_id"),
            Fault(member: "app_id", json: "null", subject: "app_id"),
            Fault(member: "app_id", json: #""Kudos""#, subject: "app_id"),
            Fault(member: "name", json: #""""#, subject: "name"),
            Fault(member: "name", json: #""a\nb""#, subject: "name"),
            Fault(member: "name", json: "[]", subject: "name"),
            Fault(member: "description", json: "false", subject: "description"),
            Fault(member: "dir", json: #""up""#, subject: "dir"),
            Fault(member: "version", json: "1", subject: "version"),
            Fault(member: "version", json: "{}", subject: "version.code"),
            Fault(member: "version", json: #"{"code": "1", "name": "1"}"#, subject: "version.code"),
            Fault(member: "version", json: #"{"code": 1.5, "name": "1"}"#, subject: "version.code"),
            Fault(member: "version", json: #"{"code": true, "name": "1"}"#, subject: "version.code"),
            Fault(member: "version", json: #"{"code": 0, "name": "1"}"#, subject: "version.code"),
            Fault(member: "version", json: #"{"code": 99999999999999999999, "name": "1"}"#, subject: "manifest.json"),
            Fault(member: "version", json: #"{"code": 1}"#, subject: "version.name"),
            Fault(member: "platform_version", json: #"{"min_code": -1}"#, subject: "platform_version.min_code"),
            Fault(member: "pages", json: "[]", subject: "pages"),
            Fault(member: "pages", json: #""pages/home""#, subject: "pages"),
            Fault(member: "pages", json: #"["pages/home", 2]"#, subject: "pages[1]"),
            Fault(member: "pages", json: #"["pages/home", "pages/home"]"#, subject: "pages[1]"),
            Fault(member: "icons", json: "[3]", subject: "icons[0]"),
            Fault(member: "icons", json: #"[{"src": 1}]"#, subject: "icons[0].src"),
            Fault(member: "req_permissions", json: #"[{"reason": "x"}]"#, subject: "req_permissions[0].name"),
        ]
    )
    func refuses(_ fault: Fault) throws {
        var sample = SampleMiniApp()
        sample.members = [
            fault.member: try JSONSerialization.jsonObject(with: Data(fault.json.utf8), options: .fragmentsAllowed)
        ]
        let manifest = sample.manifest
        let refusal = #expect(throws: PackageRefusal.self) { try Manifest(decoding: manifest) }
        #expect(refusal?.rule == .manifest)
        #expect(refusal?.subject == fault.subject)
    }

    @Test(
        "Anything but a JSON object is refused",
        arguments: ["", "{", "[]", "null", "\u{feff}", String(repeating: "[", count: 100_000)]
    )
    func refusesOther(_ text: String) {
        let refusal = #expect(throws: PackageRefusal.self) { try Manifest(decoding: Data(text.utf8)) }
        #expect(refusal?.subject == "manifest.json")
    }

    @Test("Refusals say what is wrong and what was expected")
    func texts() throws {
        var sample = SampleMiniApp()
        sample.members = ["version": ["code": 0, "name": "1"]]
        let refusal = #expect(throws: PackageRefusal.self) { try Manifest(decoding: sample.manifest) }
        #expect(
            refusal?.description == "manifest: version.code: Expected a whole number from 1 to 2147483647."
        )
    }
}
