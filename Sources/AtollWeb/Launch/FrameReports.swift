import AtollPackages
import Hummingbird
import RateLimiting

/// `POST /frame-left`: the shell's page says that a mini app's frame tried to go to another site. The browser stops that, but has
/// looked the name up and may have opened a connection: some bytes can leave this way, so the operator is told of who tries.
struct FrameReports {
    let shell: ShellParts
    private let lines = RateLimiter<MiniAppID>(.init(burst: 1, perSecond: 1.0 / 60), capacity: 1_000)

    init(shell: ShellParts) { self.shell = shell }

    func add(to router: Router<ShellContext>) {
        router.post("frame-left", use: report)
    }

    @Sendable private func report(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        guard let id = MiniAppID(form["miniApp"]), session.launch(of: id) != nil else { throw ShellError.notFound }
        // One line a minute says it.
        if await lines.take(id) <= .zero {
            context.logger.warning(
                "A mini app tried to leave its frame. The browser stopped it, after it had looked the name up.",
                metadata: ["miniApp": "\(id)"])
        }
        return Response(status: .noContent)
    }
}
