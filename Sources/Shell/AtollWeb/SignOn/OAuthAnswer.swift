import AtollRuntime
import Foundation
import Hummingbird

/// The responses of sign-on.
enum OAuthAnswer {
    /// The response of `body`, or of the error that it throws.
    static func answering(_ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch let error as OAuthError {
            return try error.response()
        } catch let error as BridgeError {
            return try OAuthError(error).response()
        } catch ShellError.badRequest(let reason) {
            return try OAuthError(.invalidRequest, reason).response()
        }
    }
}
