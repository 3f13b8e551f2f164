import BoundedServer
import Hummingbird
import NIOCore

/// `GET /health`: whether the shell is well; to its operator, on this machine, how busy it is as well.
struct HealthRoute {
    let shell: ShellParts

    func add(to router: Router<ShellContext>) {
        router.get("health") { [connections = shell.connections] request, context -> Response in
            // A proxy on this machine that is not trusted by name looks like its operator, but for what it adds.
            let isOperator = context.client.isLocal && !request.hasPassedAProxy
            let events = await connections.count
            let text = isOperator ? #"{"events":\#(events),"status":"ok"}"# : #"{"status":"ok"}"#
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(string: text)))
        }
    }
}
