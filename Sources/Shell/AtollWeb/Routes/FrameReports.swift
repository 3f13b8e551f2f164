import AtollPackages
import AtollRateLimiting
import Hummingbird

/// `POST /frame-left`: the shell's page reports that a mini app's frame tried to navigate to another site. The browser
/// blocks that, but has already looked up the host name and may have opened a connection: some bytes can leak this
/// way, so the attempt is logged for the operator.
struct FrameReports: ShellRoutes {
    private let lines = RateLimiter<MiniAppID>(.init(burst: 1, perSecond: 1.0 / 60), capacity: 1_000)

    func add(to router: Router<ShellContext>) {
        router.post("frame-left", use: report)
    }

    @Sendable private func report(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        guard let id = MiniAppID(form["miniApp"]), session.launch(of: id) != nil else { throw ShellError.notFound }
        // One line per minute and mini app is enough.
        if lines.take(id) <= .zero {
            context.logger.warning(
                "A mini app tried to leave its frame. The browser blocked it, after it had looked up the host name.",
                metadata: ["miniApp": "\(id)"])
        }
        return Response(status: .noContent)
    }
}
