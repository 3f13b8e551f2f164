import AtollPackages
import Foundation
import Testing

@Suite("The home configuration file")
struct HomeConfigurationFileTests {
    @Test(
        "Valid configurations are accepted",
        arguments: [
            "{}", #"{"order": ["a", "b"], "off": []}"#,
            #"{"caps": {"a.b": {"maxDays": 3, "untilOpened": true, "dismissedFor": 0}, "c": {}}}"#,
        ])
    func right(_ text: String) throws {
        try HomeConfigurationFile.check(Data(text.utf8))
    }

    @Test(
        "Invalid configurations are refused with the name of the invalid part",
        arguments: [
            ("", ""), ("[]", "the document"), ("null", "the document"), (#"{"order": 3}"#, "order"),
            (#"{"order": [3]}"#, "order"), (#"{"order": ["a", "a"]}"#, "order"), (#"{"caps": []}"#, "caps"),
            (#"{"caps": {"a": {"maxDays": "3"}}}"#, "caps.a.maxDays"),
            (#"{"caps": {"a": {"maxDays": -1}}}"#, "caps.a.maxDays"),
            (#"{"caps": {"a": {"maxDays": 99999}}}"#, "caps.a.maxDays"),
            (#"{"caps": {"a": {"untilOpened": 1}}}"#, "caps.a.untilOpened"),
            (#"{"caps": {"a": {"more": 1}}}"#, "caps.a.more"), (#"{"rules": []}"#, "rules"),
            (#"{"off": [], "off": []}"#, ""),
            (#"{"caps": {"a": 1}}"#, "caps.a"),
        ])
    func wrong(_ text: String, _ part: String) {
        #expect {
            try HomeConfigurationFile.check(Data(text.utf8))
        } throws: { error in
            (error as? HomeConfigurationError)?.part == part
        }
    }

    @Test("Configurations beyond the limits are refused")
    func limits() {
        let many = (0...HomeConfigurationFile.maximumModules).map { "\"m\($0)\"" }.joined(separator: ",")
        for text in [
            "{\"order\": [\(many)]}", String(repeating: " ", count: HomeConfigurationFile.maximumLength) + "{}",
        ] {
            #expect(throws: HomeConfigurationError.self) { try HomeConfigurationFile.check(Data(text.utf8)) }
        }
    }

    @Test("No mini app's release can have its path")
    func path() {
        #expect(HomeConfigurationFile.path(of: "com.example.lagoon") == "releases/com.example.lagoon._home.json")
        #expect(MiniAppID("com.example.lagoon._home") == nil)
    }
}
