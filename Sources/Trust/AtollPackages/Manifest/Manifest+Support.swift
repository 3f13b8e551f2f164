import Foundation

extension Manifest {
    /// Whether a text names a place where users get help: a web page, or an e-mail address without a subject or body.
    static func isSupport(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != 0x22 && $0 != 0x3c && $0 != 0x3e }),
            let parts = URLComponents(string: text)
        else { return false }
        switch parts.scheme {
        case "https": return !(parts.host ?? "").isEmpty && parts.user == nil && parts.password == nil
        case "mailto":
            let names = parts.path.split(separator: "@", omittingEmptySubsequences: false)
            return names.count == 2 && names.allSatisfy { !$0.isEmpty } && !parts.path.contains(",")
                && parts.query == nil && parts.fragment == nil
        default: return false
        }
    }
}
