import AtollCenterAnswers
import AtollCenterDomain
import Foundation
import JWTKit

extension IdentityToken: JWTPayload {
    package func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: "The Center makes no such token."))
    }

    /// Does nothing: times are checked against the Center's own clock.
    package func verify(using algorithm: some JWTAlgorithm) throws {}

    /// - Throws: A 401 ``Problem`` for a token of another issuer, for another audience, or of another time.
    package func check(issuer: String, audience: String, at now: Date) throws {
        guard self.issuer == issuer else { throw Problem.unauthorized("The token is from another issuer.") }
        guard self.audience.contains(audience) else { throw Problem.unauthorized("The token is for another audience.") }
        let time = now.timeIntervalSince1970
        guard expires > time - Self.clockDifference, (notBefore ?? 0) < time + Self.clockDifference,
            (issued ?? 0) < time + Self.clockDifference
        else { throw Problem.unauthorized("The token has expired, or is not valid yet.") }
        // A database may take a text up to U+0000 for the whole.
        guard (1...255).contains(subject.utf8.count), !subject.utf8.contains(0) else {
            throw Problem.unauthorized("The token does not say whom it is about.")
        }
    }
}
