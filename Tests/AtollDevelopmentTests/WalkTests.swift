import AtollRuntime
import AtollTestSupport
import Foundation
import Testing

@testable import AtollDevelopment

@Suite("Tests of mini apps, as files")
struct WalkTests {
    @Test(
        "What is no step",
        arguments: [
            #"{}"#, #"{ "jump": "high" }"#, #"{ "see": "x", "inn": "y" }"#, #"{ "tap": 5 }"#, #"{ "wait": 31 }"#,
            #""tap""#,
        ])
    func noStep(text: String) throws {
        #expect(MiniAppTestStep(try BridgeValue(json: Data(text.utf8))) == nil)
    }

    @Test("Steps say what they are")
    func steps() throws {
        for (text, words) in [
            (#"{ "see": "Hello", "in": "main" }"#, #"see "Hello" in main"#), (#"{ "gone": "main" }"#, "main is gone"),
            (#"{ "user": "ben", "tap": "main" }"#, "tap main"), (#"{ "type": true, "in": "main" }"#, "type in main"),
            (#"{ "offline": false }"#, "restore the connection"), (#"{ "wait": 0.5 }"#, "wait 0.5 s"),
        ] {
            let step = try #require(MiniAppTestStep(try BridgeValue(json: Data(text.utf8))))
            #expect("\(step)" == words)
        }
    }

    @Test(
        "What a device can't answer",
        arguments: [
            (#"[]"#, #""device" must be an object."#), (#"{ "location": "x" }"#, "device.location"),
            (#"{ "location": { "latitude": 91, "longitude": 0 } }"#, "device.location"),
            (#"{ "wifi": true }"#, "device.wifi"),
            (#"{ "picture": "https://example.org" }"#, "device.picture"),
        ])
    func device(text: String, said: String) throws {
        #expect(DevelopmentPresets.fault(ofDevice: try BridgeValue(json: Data(text.utf8)))?.contains(said) == true)
    }

    @Test(
        "Ids of users are parts of host names",
        arguments: [("ada", true), ("a-1", true), ("-a", false), ("Ada", false), ("", false)])
    func ids(text: String, isID: Bool) {
        #expect(DevelopmentUser.isID(text) == isID)
    }
}
