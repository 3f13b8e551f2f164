import AtollPackages
import Foundation
import Hummingbird

/// `/styles/{digest}/{name}`: the style sheets of an app's features, which browsers cache until they change.
enum StylesheetAddress {
    static func address(of name: String, _ text: String) -> String { "/styles/\(digest(of: text))/\(name)" }

    private static func digest(of text: String) -> String {
        String(SHA256Hash(of: Data(text.utf8)).hex.prefix(16))
    }

    static func add(to router: Router<ShellContext>, find: @escaping @Sendable (String) async -> String?) {
        router.get("styles/:digest/:name") { _, context -> Response in
            let name = context.parameters.get("name") ?? ""
            guard let text = await find(name), context.parameters.get("digest") == digest(of: text) else {
                throw ShellError.notFound
            }
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
