/// The storage of a value; views that have shown it are shown again when it changes.
final class Box<Value> {
    var value: Value { didSet { changed() } }
    private let changed: () -> Void

    init(_ value: Value, changed: @escaping () -> Void) {
        self.value = value
        self.changed = changed
    }
}

/// The reference of a property wrapper, although the view around it is a value.
final class Link<Value> {
    var box: Box<Value>?
    /// Before a view is shown its states have the values that they begin with.
    let initial: Value
    init(_ initial: Value) { self.initial = initial }
    var value: Value {
        get { box?.value ?? initial }
        set { box?.value = newValue }
    }
}

@MainActor public protocol DynamicProperty {}

@MainActor @propertyWrapper public struct State<Value>: DynamicProperty, ConnectedProperty {
    private let link: Link<Value>

    public init(wrappedValue: Value) { link = Link(wrappedValue) }
    public init(initialValue: Value) { link = Link(initialValue) }

    public var wrappedValue: Value {
        get { link.value }
        nonmutating set { link.value = newValue }
    }

    public var projectedValue: Binding<Value> {
        let link = link
        return Binding(get: { link.value }, set: { link.value = $0 })
    }

    func connect(to context: Context, as name: String) { link.box = context.stage.box(name, link.initial) }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

@MainActor @propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    private let read: @MainActor () -> Value
    private let write: @MainActor (Value) -> Void

    public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
        read = get
        write = set
    }

    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    public var projectedValue: Binding { self }

    public subscript<Subject>(dynamicMember member: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding<Subject>(get: { wrappedValue[keyPath: member] }, set: { wrappedValue[keyPath: member] = $0 })
    }
}

/// Bindings to what an observable object has.
@MainActor @propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var projectedValue: Bindable { self }
}

extension Bindable where Value: AnyObject & Observable {
    public subscript<Subject>(dynamicMember member: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        let object = wrappedValue
        return Binding(get: { object[keyPath: member] }, set: { object[keyPath: member] = $0 })
    }
}

/// A length that grows with the user's text size, which is the usual one here.
@MainActor @propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    public let wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// Which field has the keyboard.
@MainActor @propertyWrapper public struct FocusState<Value: Hashable>: DynamicProperty, ConnectedProperty {
    private let state: State<Value>
    public init() where Value: ExpressibleByNilLiteral { state = State(wrappedValue: nil) }
    public var wrappedValue: Value {
        get { state.wrappedValue }
        nonmutating set { state.wrappedValue = newValue }
    }
    public var projectedValue: FocusState { self }
    func connect(to context: Context, as name: String) { state.connect(to: context, as: name) }
}

/// A value that a scene stores when it ends.
@MainActor @propertyWrapper public struct SceneStorage<Value>: DynamicProperty, ConnectedProperty {
    private final class Place { weak var stage: Stage? }
    private let place = Place()
    private let key: String
    private let initial: Value

    private init(key: String, initial: Value) {
        self.key = key
        self.initial = initial
    }

    public var wrappedValue: Value {
        get { place.stage?.sceneStorage[key] as? Value ?? initial }
        nonmutating set {
            place.stage?.sceneStorage[key] = newValue
            place.stage?.invalidate()
        }
    }

    public var projectedValue: Binding<Value> { Binding(get: { wrappedValue }, set: { wrappedValue = $0 }) }

    func connect(to context: Context, as name: String) { place.stage = context.stage }
}

extension SceneStorage where Value == Data? {
    public init(_ key: String) { self.init(key: key, initial: nil) }
}

extension SceneStorage where Value: RawRepresentable, Value.RawValue == String {
    public init(wrappedValue: Value, _ key: String) { self.init(key: key, initial: wrappedValue) }
}
