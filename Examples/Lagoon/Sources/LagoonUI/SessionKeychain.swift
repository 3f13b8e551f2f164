#if canImport(Security)
import Foundation
import Security

/// Stores a session in the keychain of this device. It is not part of any backup, and can be read from the first unlock
/// after a restart on, so that notices and links work while the screen is locked.
public struct SessionKeychain: SessionKeeping {
    private let service: String

    /// - Parameter service: The name of the entry, such as the origin of the site.
    public init(service: String) { self.service = service }

    private var query: [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: "session",
            // Also on a Mac, where only this keychain respects accessibility.
            kSecUseDataProtectionKeychain: true,
        ]
    }

    public func kept() -> KeptSession? {
        var found: CFTypeRef?
        let wanted = query.merging([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitOne]) { first, _ in first }
        guard SecItemCopyMatching(wanted as CFDictionary, &found) == errSecSuccess, let data = found as? Data else {
            return nil
        }
        return try? JSONDecoder().decode(KeptSession.self, from: data)
    }

    public func keep(_ session: KeptSession) {
        guard let data = try? JSONEncoder().encode(session) else {
            SecItemDelete(query as CFDictionary)
            return
        }
        let values: [CFString: Any] = [
            kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        if SecItemUpdate(query as CFDictionary, values as CFDictionary) == errSecSuccess { return }
        // Nothing is stored yet, or it can't be updated: an outdated secret must not stay.
        SecItemDelete(query as CFDictionary)
        SecItemAdd(query.merging(values) { first, _ in first } as CFDictionary, nil)
    }
}
#endif
