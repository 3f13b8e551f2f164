package struct SecondFactorView: Codable, Sendable {
    /// For an authenticator app, as a QR code: `otpauth://totp/…`.
    package let address: String

    package init(address: String) {
        self.address = address
    }
}
