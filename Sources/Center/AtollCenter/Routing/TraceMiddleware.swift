import AtollCenterDomain
import BoundedServer
import HTTPTypes
import Hummingbird
import Logging

/// Takes the trace of a request over into the log, so that the lines of all processes that it passed can be found.
///
/// Source: W3C Trace Context, section 3.2.
struct TraceMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: CenterContext, next: (Request, CenterContext) async throws -> Response
    ) async throws -> Response {
        guard let header = request.headers[.traceparent], let trace = Self.trace(of: header) else {
            return try await next(request, context)
        }
        var context = context
        context.logger[metadataKey: "trace"] = "\(trace)"
        return try await next(request, context)
    }

    /// The trace's id, or nil if the header is not valid: then it is as if it were not there.
    static func trace(of header: String) -> String? {
        let parts = header.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].count == 2, parts[1].count == 32, parts[2].count == 16, parts[3].count == 2,
            parts[0] != "ff", parts[0] != "00" || parts.count == 4,
            parts[0...3].allSatisfy({ $0.utf8.allSatisfy(isDigit) }),
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
        else { return nil }
        return String(parts[1])
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}

extension HTTPField.Name {
    /// The trace that a request belongs to.
    static let traceparent = knownName("traceparent")
}
