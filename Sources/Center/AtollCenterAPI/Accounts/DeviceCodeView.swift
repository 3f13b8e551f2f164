/// The names are those of RFC 8628, section 3.2.
package struct DeviceCodeView: Codable, Sendable {
    /// With which the program asks whether it was permitted.
    package let deviceCode: String
    /// The code that users type.
    package let userCode: String
    /// Where they type it.
    package let verificationURI: String
    /// The URL with the code, for users who can follow a link.
    package let verificationURIComplete: String
    /// How many seconds the code can be typed.
    package let expiresIn: Int
    /// How many seconds to wait between two questions.
    package let interval: Int

    package init(
        deviceCode: String, userCode: String, verificationURI: String, verificationURIComplete: String, expiresIn: Int,
        interval: Int
    ) {
        self.deviceCode = deviceCode
        self.userCode = userCode
        self.verificationURI = verificationURI
        self.verificationURIComplete = verificationURIComplete
        self.expiresIn = expiresIn
        self.interval = interval
    }
}
