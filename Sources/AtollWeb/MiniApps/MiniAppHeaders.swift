import AtollPackages
import AtollRuntime
import HTTPTypes
import Hummingbird

/// The headers of what mini apps' own origins answer.
struct MiniAppHeaders: Sendable {
    let configuration: ShellConfiguration

    /// Files must be asked for each time, so that nothing is shown after the launch has ended. `immutable` with `Vary: Cookie` would
    /// not do: a browser's memory cache ignores `Vary` for cookies, and would mix versions.
    static let revalidated = "private, no-cache"

    /// The headers of a file of a mini app, without its own.
    func fields(of miniApp: InstalledMiniApp, _ surface: Session.Surface) -> HTTPFields {
        // What a card loads may come from nowhere else, and nothing of it is kept.
        guard surface == .pages else { return secured(Response(status: .ok)).headers }
        let network = miniApp.manifest.network.map { configuration.backEnds[$0] ?? $0 }
        let worker = configuration.addresses.origin(of: miniApp.manifest.id) + "/" + MiniAppWorker.path
        return secured(Response(status: .ok), network: network, worker: worker).headers
    }

    /// A response with the headers that every answer has.
    func secured(_ response: Response, network: [String] = [], worker: String? = nil) -> Response {
        let addresses = configuration.addresses
        var response = SecurityHeaders.common(to: response, isSecure: addresses.scheme == "https")
        response.headers[.contentSecurityPolicy] =
            ContentSecurityPolicy(host: addresses.shellOrigin, network: network, worker: worker).header
        response.headers[.originAgentCluster] = "?1"
        response.headers[.permissionsPolicy] = SecurityHeaders.nothingPermitted
        return response
    }
}
