// Modifiers that do something.

extension View {
    public func onAppear(perform action: @escaping () -> Void) -> some View {
        living("appear", Stage.Life(begin: { (action(), {}).1 }))
    }

    public func onDisappear(perform action: @escaping () -> Void) -> some View {
        living("disappear", Stage.Life(begin: { action }))
    }

    public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View {
        living("task", Stage.Life(begin: { beginning(action) }))
    }

    public func task<Value: Equatable & Hashable>(
        id: Value, _ action: @escaping @MainActor @Sendable () async -> Void
    ) -> some View {
        living("task", Stage.Life(id: AnyHashable(id), begin: { beginning(action) }))
    }

    private func beginning(_ action: @escaping @MainActor @Sendable () async -> Void) -> () -> Void {
        let task = Task { await action() }
        return { task.cancel() }
    }

    /// Hashable as well as equatable here: the stage compares values without their type.
    public func onChange<Value: Equatable & Hashable>(
        of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
    ) -> some View {
        // The content has a separate path: one view may follow several values of a type.
        ChangedView(content: self, inner: { $0.child("change") }) { elements, context in
            let name = context.path + "#change-\(Value.self)"
            let last = context.stage.box(name, value)
            context.stage.live(
                name,
                Stage.Life(
                    id: AnyHashable(value),
                    begin: {
                        if initial { action(value, value) }
                        return {}
                    },
                    change: {
                        let old = last.value
                        last.value = value
                        action(old, value)
                    }))
            return elements
        }
    }

    public func id<ID: Hashable>(_ id: ID) -> some View {
        ChangedView(content: self, inner: { $0.child("id \(id)") })
    }

    private func living(_ kind: String, _ life: Stage.Life) -> some View {
        ChangedView(content: self, inner: { $0.child(kind) }) { elements, context in
            if !context.isHidden { context.stage.live(context.path + "#" + kind, life) }
            return elements
        }
    }

    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        ChangedView(content: self) { elements, context in
            context.stage.onOpen(action)
            return elements
        }
    }

    public func onContinueUserActivity(_ type: String, perform action: @escaping (NSUserActivity) -> Void) -> some View
    {
        ChangedView(content: self) { elements, context in
            context.stage.onActivity(type, action)
            return elements
        }
    }

    public func onSubmit(_ action: @escaping () -> Void) -> some View {
        ChangedView(content: self) { elements, _ in
            for field in elements.flatMap(\.all) where field.kind == .field { field.submit = field.submit ?? action }
            return elements
        }
    }

    public func focused<Value: Hashable>(_ focus: FocusState<Value>, equals value: Value) -> some View {
        ChangedView(content: self) { elements, _ in
            for element in elements { element.isSelected = focus.wrappedValue == value }
            return elements
        }
    }

    public func disabled(_ isDisabled: Bool) -> some View {
        ChangedView(content: self, inner: { $0.with { if isDisabled { $0.environment.isEnabled = false } } })
    }

    public func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> some View {
        ChangedView(content: self) { elements, _ in
            elements + [Element(.tool, "Refresh") { Task { await action() } }]
        }
    }

    public func searchable(text: Binding<String>, prompt: String) -> some View {
        ChangedView(content: self) { elements, _ in
            let field = Element(.field, prompt.text)
            field.value = text.wrappedValue
            field.type = { text.wrappedValue = $0 }
            return [field] + elements
        }
    }

    public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
        let content = content()
        return ChangedView(content: self) { elements, context in elements + content.tools(context.child("toolbar")) }
    }

    public func overlay<Content: View>(alignment: Alignment = .center, @ViewBuilder content: () -> Content) -> some View
    {
        let content = content()
        return ChangedView(content: self) { elements, context in elements + content.elements(context.child("overlay")) }
    }

    public func background<Content: View>(alignment: Alignment = .center, @ViewBuilder content: () -> Content)
        -> some View
    {
        let content = content()
        return ChangedView(content: self) { elements, context in
            content.elements(context.child("background")) + elements
        }
    }

    public func contextMenu<Content: View>(@ViewBuilder menuItems: () -> Content) -> some View {
        let items = menuItems()
        return ChangedView(content: self) { elements, context in
            let menu = Element(.container, "", items.elements(context.child("menu")), identifier: "menu")
            return [Element(.container, "", elements + [menu])]
        }
    }

    public func accessibilityLabel(_ label: LocalizedStringKey) -> some View { labelled(label.text) }
    @_disfavoredOverload public func accessibilityLabel<Words: StringProtocol>(_ label: Words) -> some View {
        labelled(String(label))
    }

    private func labelled(_ label: String) -> some View {
        ChangedView(content: self) { elements, _ in
            for element in elements { element.label = label }
            return elements
        }
    }

    public func accessibilityIdentifier(_ identifier: String) -> some View {
        ChangedView(content: self) { elements, _ in
            let holder = Element(.container, "", elements)
            holder.identifier = identifier
            holder.tag = elements.first?.tag
            return [holder]
        }
    }

    public func accessibilityHidden(_ isHidden: Bool) -> some View {
        ChangedView(content: self) { elements, _ in
            for element in elements where isHidden { element.label = "" }
            return elements
        }
    }

    public func ignoresSafeArea(_ regions: SafeAreaRegions) -> Self { self }
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        ChangedView(content: self) { elements, _ in [Element(.container, "", elements)] }
    }
}

public enum SafeAreaRegions: Sendable { case all, container, keyboard }
public enum AccessibilityChildBehavior: Sendable { case ignore, combine, contain }

@MainActor public protocol ToolbarContent {
    func tools(_ context: Context_) -> [Element]
}

/// The context, as a public protocol of this module has to name it.
public struct Context_ { let context: Context }

public struct ToolbarItem<Content: View>: ToolbarContent {
    let content: Content
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
    public func tools(_ context: Context_) -> [Element] {
        [Element(.tool, "", content.elements(context.context.child("item")))]
    }
}

extension ToolbarContent {
    fileprivate func tools(_ context: Context) -> [Element] { tools(Context_(context: context)) }
}

public struct ToolbarPair<First: ToolbarContent, Second: ToolbarContent>: ToolbarContent {
    let first: First
    let second: Second
    public func tools(_ context: Context_) -> [Element] {
        first.tools(Context_(context: context.context.child("0")))
            + second.tools(Context_(context: context.context.child("1")))
    }
}

@resultBuilder
@MainActor public struct ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildPartialBlock<Content: ToolbarContent>(first: Content) -> Content { first }
    public static func buildPartialBlock<First: ToolbarContent, Second: ToolbarContent>(
        accumulated: First, next: Second
    ) -> ToolbarPair<First, Second> { ToolbarPair(first: accumulated, second: next) }
}

public struct ToolbarItemPlacement: Sendable {
    public static let automatic = ToolbarItemPlacement(), primaryAction = ToolbarItemPlacement()
    public static let cancellationAction = ToolbarItemPlacement(), confirmationAction = ToolbarItemPlacement()
}
