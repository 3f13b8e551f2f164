import BoundedServer
import Hummingbird
import NIOCore

/// `GET /health`: whether the shell works; for its operator, on this machine, also the number of event connections.
struct HealthRoute: ShellRoutes {
    let connections: EventConnections

    func add(to router: Router<ShellContext>) {
        router.get("health") { [connections] request, context -> Response in
            // A request through an untrusted proxy on this machine looks like the operator's, except for the headers
            // that the proxy adds.
            let isOperator = context.client.isLocal && request.namesThisMachine && !request.hasPassedAProxy
            let events = await connections.count
            let text = isOperator ? #"{"events":\#(events),"status":"ok"}"# : #"{"status":"ok"}"#
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(string: text)))
        }
    }
}
