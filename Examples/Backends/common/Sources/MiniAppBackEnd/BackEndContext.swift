import Hummingbird

/// The context of a request.
package struct BackEndContext: RequestContext {
    package var coreContext: CoreRequestContextStorage

    package init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
}
