/// One card of a home screen.
public protocol HomeModule: Hashable, Sendable, Identifiable where ID == String {
    /// The name that explanations, policies and the memory use. It must not change between versions of the app.
    var id: String { get }
}
