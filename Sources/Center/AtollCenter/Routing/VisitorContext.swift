import AtollCenterDomain
import Logging

/// The context of a request from a signed-in user.
struct VisitorContext: Sendable {
    let base: CenterContext
    let visitor: Visitor

    var logger: Logger { base.logger }
}
