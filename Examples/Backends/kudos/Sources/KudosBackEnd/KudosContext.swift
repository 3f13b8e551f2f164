import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird
import RateLimiting

/// The context of a request.
struct KudosContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
}
