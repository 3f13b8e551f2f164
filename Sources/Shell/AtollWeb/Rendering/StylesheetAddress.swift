import AtollPackages
import AtollPages
import Foundation
import Hummingbird

/// `/styles/{digest}/{name}`: the style sheets of an app's features, which browsers cache until they change.
enum StylesheetAddress {
    /// The path of a style sheet, in the user's appearance.
    static func address(of name: String, _ text: String) -> String {
        "/styles/\(digest(of: Appearance.current.applied(to: text)))/\(name)"
    }

    private static func digest(of text: String) -> String {
        String(SHA256Hash(of: Data(text.utf8)).hex.prefix(16))
    }

    static func add(to router: Router<ShellContext>, find: @escaping @Sendable (String) async -> String?) {
        router.get("styles/:digest/:name") { _, context -> Response in
            let name = context.parameters.get("name") ?? ""
            let wanted = context.parameters.get("digest")
            guard let own = await find(name),
                let text = Appearance.allCases.map({ $0.applied(to: own) }).first(where: { digest(of: $0) == wanted })
            else { throw ShellError.notFound }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=31536000, immutable",
                ],
                body: .init(byteBuffer: ByteBuffer(string: text))
            )
        }
    }
}
