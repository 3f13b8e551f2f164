/// The names are those of RFC 8628, section 3.2.
struct DeviceCodeView: Codable, Sendable, Documented {
    /// With which the program asks whether it was permitted.
    let deviceCode: String
    /// What people type.
    let userCode: String
    /// Where they type it.
    let verificationURI: String
    /// The same with the code, for whoever can follow a link.
    let verificationURIComplete: String
    /// How many seconds the code can be typed.
    let expiresIn: Int
    /// How many seconds to wait between two questions.
    let interval: Int

    static let holdsSecret = true
    static let schemaName = "DeviceCode"
    static let schema = JSONSchema.object([
        "deviceCode": .text(1...100), "userCode": .text(9...9), "verificationURI": .text(1...500),
        "verificationURIComplete": .text(1...600),
        "expiresIn": .integer(1...DeviceCode.lifetime), "interval": .integer(1...60),
    ])
}
