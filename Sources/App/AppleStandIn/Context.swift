/// The context of a view's evaluation: its identity, its environment, and the stage that stores lasting state.
@MainActor struct Context {
    let stage: Stage
    var path: String
    var environment: EnvironmentValues
    /// Whether it is covered by another page, or in a tab that is not selected: its state lasts, but nothing runs.
    var isHidden = false
    /// The destinations that the navigation stack around it can push.
    var destinations: Destinations?
    var selected: AnyHashable?

    func with(_ change: (inout Context) -> Void) -> Context {
        var context = self
        change(&context)
        return context
    }

    func child(_ component: String) -> Context { with { $0.path += "/" + component } }

    /// Gives the properties of a view what they stand for.
    func connect<Value>(_ value: Value) {
        for (name, property) in Mirror(reflecting: value).children {
            (property as? any ConnectedProperty)?.connect(to: self, as: path + "." + (name ?? ""))
        }
    }
}

/// The views that values on a stack's path are shown with.
@MainActor final class Destinations {
    var views: [ObjectIdentifier: (AnyHashable, Context) -> [Element]] = [:]
}

/// A property that lives on the stage, or comes from the surroundings.
@MainActor protocol ConnectedProperty {
    func connect(to context: Context, as name: String)
}

extension View {
    /// Returns the elements of a view.
    func elements(_ context: Context) -> [Element] {
        if let primitive = self as? any Primitive { return primitive.elements(in: context) }
        if let native = self as? any UIViewRepresentable {
            return native.nativeElements(in: context.child("\(Self.self)"))
        }
        let context = context.child("\(Self.self)")
        context.connect(self)
        return body.elements(context)
    }
}
