import AtollLinks
import Hummingbird

/// Paths that the shell redirects to, which must be its own.
enum LocalAddress {
    /// Returns `address` if it is a path of this shell, otherwise `/`: a sign-in never redirects to another site.
    static func checked(_ address: String?) -> String {
        guard
            let address, address.utf8.count <= 2_048, address.hasPrefix("/"), !address.hasPrefix("//"),
            address.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return "/" }
        return address
    }

    /// The path of the sign-in page, which redirects to the URL of `request` afterwards.
    static func signIn(returningTo request: Request) -> String {
        signIn(returningTo: request.uri.path + (request.uri.query.map { "?" + $0 } ?? ""))
    }

    static func signIn(returningTo address: String) -> String { page("sign-in", returningTo: address) }

    /// The path of a page that redirects to `address` after its form is accepted.
    static func page(_ page: String, returningTo address: String) -> String {
        let items = address == "/" ? [] : [DeepLink.Item(DeepLink.returnItem, address)]
        return DeepLink(components: [page], items: items).path
    }
}
