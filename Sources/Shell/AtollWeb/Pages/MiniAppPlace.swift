import AtollCatalog
import AtollLinks
import AtollPackages
import AtollPages
import AtollRuntime

/// The page of a mini app to which a link leads: path, query and fragment on the mini app's own origin.
enum MiniAppPlace {
    /// The query item for a URL that a link can't express otherwise: path, query and fragment as the page has them,
    /// such as `//a`, `/a%2Fb?with=b` or `/#/list`. The script of the page around the mini app (`shell.js`) writes it.
    static let item = "atoll-page"

    /// The path, query and fragment of the page to which a link leads.
    ///
    /// - Throws: ``ShellError/notFound`` if the mini app has no such page, ``ShellError/badRequest(_:)`` if the path or the query is too long or
    ///   invalid.
    static func address(_ link: LinkDetails, in miniApp: InstalledMiniApp) throws -> String {
        guard let whole = link.unclaimed.first(where: { $0.name == item })?.value else {
            // Query items that no route claims are the mini app's launch parameters.
            let query = DeepLink(items: link.unclaimed).path.dropFirst("/?".count)
            let path = "/" + link.rest.joined(separator: "/")
            return try address(
                path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "", query: String(query),
                in: miniApp)
        }
        let (place, fragment) = parted(whole, at: "#")
        let (path, query) = parted(place, at: "?")
        guard isPart(fragment) else { throw invalid }
        return try address(path, query: query, in: miniApp) + (fragment.isEmpty ? "" : "#" + fragment)
    }

    private static func parted(_ text: String, at mark: Character) -> (String, String) {
        let start = text.prefix { $0 != mark }
        return (String(start), String(text[start.endIndex...].dropFirst()))
    }

    private static var invalid: ShellError {
        .badRequest(localized("The URL is too long or contains invalid characters."))
    }

    /// - Parameters:
    ///   - path: The path of a page as a URL has it, or of the first page: `/`.
    ///   - query: Without its question mark.
    private static func address(_ path: String, query: String, in miniApp: InstalledMiniApp) throws -> String {
        // Browsers read a backslash in a path as a slash, and never write one.
        guard path.utf8.first == UInt8(ascii: "/"), isPart(path), !path.utf8.contains(UInt8(ascii: "\\")), isPart(query)
        else { throw invalid }
        return try self.path(path, in: miniApp) + (query.isEmpty ? "" : "?" + query)
    }

    private static func isPart(_ text: String) -> Bool {
        text.utf8.count <= 2_048 && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }

    private static func path(_ path: String, in miniApp: InstalledMiniApp) throws -> String {
        guard miniApp.manifest.compatibility == nil else {
            let server = ResourceServer(miniApp)
            let path = server.folder(at: path) ?? path
            guard try server.resource(at: path)?.isPage == true else { throw ShellError.notFound }
            return path
        }
        // The path of a page's file names the page, too.
        let name = path.dropFirst().removingPercentEncoding ?? ""
        let route = name.hasSuffix(".html") ? String(name.dropLast(".html".count)) : name
        guard route.isEmpty || miniApp.manifest.pages.contains(route) else { throw ShellError.notFound }
        let first = miniApp.manifest.pages.first ?? ""
        return "/" + (route.isEmpty ? first : route)
    }
}
