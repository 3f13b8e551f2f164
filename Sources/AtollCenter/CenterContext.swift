import Hummingbird
import Logging

/// What a request to the Center carries along.
struct CenterContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
    }
}
