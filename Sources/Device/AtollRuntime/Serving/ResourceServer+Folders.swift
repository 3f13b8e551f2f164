import Foundation

extension ResourceServer {
    /// The path to redirect to if a request names a folder of a web app without the slash at its end: `/docs/` for `/docs`. Static hosts redirect
    /// in the same way: relative addresses in the folder's page resolve only with the slash.
    ///
    /// - Parameter path: As for ``resource(at:)``.
    /// - Returns: The path without a query, or nil if `path` is a file or no folder of the web app.
    public func folder(at path: String) -> String? {
        guard let web, let decoded = Self.decoded(path), web.isFolderWithoutSlash(decoded) else { return nil }
        return path + "/"
    }

    /// A page that navigates to another address on the same origin, for hosts that can't redirect.
    ///
    /// - Parameter address: The result of ``folder(at:)``, and the query of the request.
    public static func page(leadingTo address: String) -> Data {
        let address = OpeningPage.attribute(address).replacingOccurrences(of: "'", with: "%27", options: .literal)
        return Data("<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url='\(address)'\">".utf8)
    }
}
