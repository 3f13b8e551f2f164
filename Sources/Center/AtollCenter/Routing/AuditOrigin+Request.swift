import AtollCenterDomain
import HTTPTypes
import Hummingbird

extension AuditActor.Origin {
    /// Where a request comes from: its client's address, and what the client calls itself.
    package init(of request: Request, _ context: CenterContext) {
        // Only the visible ASCII characters of a header are stored.
        let agent = request.headers[.userAgent]?.utf8.prefix(200).filter { (0x20...0x7e).contains($0) } ?? []
        self.init(
            address: context.client.description, agent: String(decoding: agent, as: UTF8.self),
            network: context.client.key)
    }
}
