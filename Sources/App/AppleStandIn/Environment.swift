public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

/// The environment of views.
@MainActor public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]
    var objects: [ObjectIdentifier: AnyObject] = [:]

    public init() {}

    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    public var colorScheme = ColorScheme.light
    public var scenePhase = ScenePhase.active
    public var horizontalSizeClass: UserInterfaceSizeClass? = .compact
    public var locale = Locale(identifier: "en")
    public var dynamicTypeSize = DynamicTypeSize.large
    public var displayScale: CGFloat = 2
    public var isEnabled = true
    public var dismiss = DismissAction({})
    public var openURL = OpenURLAction(handler: { _ in .handled })
}

public enum ColorScheme: Hashable, Sendable, CaseIterable { case light, dark }
public enum ScenePhase: Hashable, Sendable { case background, inactive, active }
public enum UserInterfaceSizeClass: Hashable, Sendable { case compact, regular }
public enum DynamicTypeSize: Int, Hashable, Comparable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
    public var isAccessibilitySize: Bool { self >= .accessibility1 }
    public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

@MainActor public struct DismissAction {
    let act: () -> Void
    init(_ act: @escaping () -> Void) { self.act = act }
    public func callAsFunction() { act() }
}

@MainActor public struct OpenURLAction {
    public enum Result: Sendable { case handled, discarded, systemAction }
    private let act: @MainActor (URL) -> Result
    public init(handler: @escaping @MainActor (URL) -> Result) { act = handler }
    public func callAsFunction(_ url: URL) { _ = act(url) }
}

@MainActor @propertyWrapper public struct Environment<Value>: DynamicProperty, ConnectedProperty {
    private final class Place {
        var values: EnvironmentValues?
    }
    private let place = Place()
    private let read: @MainActor (EnvironmentValues) -> Value

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: keyPath] } }

    public var wrappedValue: Value { read(place.values ?? EnvironmentValues()) }

    func connect(to context: Context, as name: String) { place.values = context.environment }
}

extension Environment where Value: AnyObject & Observable {
    public init(_ type: Value.Type) {
        read = { values in
            guard let found = values.objects[ObjectIdentifier(type)] as? Value else {
                fatalError("No \(type) is in the environment: add it with environment(_:).")
            }
            return found
        }
    }
}

extension View {
    public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
        changing { $0[keyPath: keyPath] = value }
    }

    public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View {
        changing { $0.objects[ObjectIdentifier(Object.self)] = object }
    }

    private func changing(_ change: @escaping (inout EnvironmentValues) -> Void) -> some View {
        ChangedView(
            content: self,
            inner: { $0.with { change(&$0.environment) } })
    }
}

/// A view in other surroundings, or one whose elements are changed.
struct ChangedView<Content: View>: Primitive {
    let content: Content
    let inner: (Context) -> Context
    let change: ([Element], Context) -> [Element]

    init(
        content: Content, inner: @escaping (Context) -> Context,
        change: @escaping ([Element], Context) -> [Element] = { elements, _ in elements }
    ) {
        (self.content, self.inner, self.change) = (content, inner, change)
    }

    init(content: Content, change: @escaping ([Element], Context) -> [Element]) {
        self.init(content: content, inner: { $0 }, change: change)
    }

    func elements(in context: Context) -> [Element] { change(content.elements(inner(context)), context) }
}
