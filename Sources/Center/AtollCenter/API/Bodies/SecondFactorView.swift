struct SecondFactorView: Codable, Sendable, Documented {
    /// For an authenticator app, as a QR code: `otpauth://totp/…`.
    let address: String

    static let holdsSecret = true
    static let schemaName = "SecondFactor"
    static let schema = JSONSchema.object(["address": .text(1...1_000)])
}
