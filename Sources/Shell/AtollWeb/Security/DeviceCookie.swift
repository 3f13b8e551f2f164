import AtollCredentials

/// The cookie that proves which users have signed in with this browser before. It grants no access.
enum DeviceCookie {
    static let name = "__Host-device"

    /// The header that ends it.
    static let expiredHeader = "\(name)=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"

    static func header(for value: String) -> String {
        "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=\(Int(DeviceToken.lifetime))"
    }
}
