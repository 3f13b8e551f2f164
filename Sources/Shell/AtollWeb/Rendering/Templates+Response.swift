import AtollPages
import AtollTexts
import Foundation
import Hummingbird
import NIOConcurrencyHelpers

extension Templates {
    /// The shell's own templates.
    static func shell() throws -> Templates {
        try ofShell.withLockedValue { known in
            let templates = try known ?? Templates(in: .module, folder: "Resources/Templates", texts: .shell)
            known = templates
            return templates
        }
    }

    /// The templates are read once per process, because several shells may run in one, as in tests.
    private static let ofShell = NIOLockedValueBox<Templates?>(nil)

    /// Returns a response with the page `name`, rendered with `values`.
    ///
    /// - Parameter frame: The one origin that the page may show in a frame, or nil.
    func page(
        _ name: String, _ values: some Encodable & Sendable, status: HTTPResponse.Status = .ok, frame: String? = nil
    ) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .contentLanguage: TextLanguage.current,
                .contentSecurityPolicy: SecurityHeaders.policy(frame: frame),
            ],
            body: .init(byteBuffer: ByteBuffer(string: render(name, values).markup))
        )
    }
}
