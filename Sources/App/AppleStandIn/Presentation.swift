extension View {
    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { layer(.sheet, isPresented, onDismiss, content) }

    public func popover<Content: View>(isPresented: Binding<Bool>, @ViewBuilder content: @escaping () -> Content)
        -> some View
    {
        layer(.popover, isPresented, nil, content)
    }

    public func inspector<Content: View>(isPresented: Binding<Bool>, @ViewBuilder content: @escaping () -> Content)
        -> some View
    {
        layer(.inspector, isPresented, nil, content)
    }

    public func fullScreenCover<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { layer(.cover, isPresented, onDismiss, content) }

    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { layer(.sheet, item, onDismiss, content) }

    public func fullScreenCover<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { layer(.cover, item, onDismiss, content) }

    public func alert<Actions: View, Message: View>(
        _ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> Actions,
        @ViewBuilder message: @escaping () -> Message
    ) -> some View {
        layer(.alert, isPresented, nil) {
            Text(title)
            message()
            AlertActions(isPresented: isPresented, content: actions())
        }
    }

    public func confirmationDialog<Actions: View>(
        _ title: String, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> Actions
    ) -> some View {
        layer(.dialog, isPresented, nil) {
            Text(title)
            AlertActions(isPresented: isPresented, content: actions())
        }
    }

    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
        ChangedView(content: self) { elements, _ in
            elements + (isDisabled ? [Element(.shape, identifier: "no-drag")] : [])
        }
    }

    private func layer<Content: View>(
        _ style: Element.Layer.Style, _ isPresented: Binding<Bool>, _ onDismiss: (() -> Void)?,
        @ViewBuilder _ content: @escaping () -> Content
    ) -> some View {
        layer(
            style,
            Binding(
                get: { isPresented.wrappedValue ? Presented(id: true) : nil },
                set: { isPresented.wrappedValue = $0 != nil }), onDismiss
        ) { _ in content() }
    }

    private func layer<Item: Identifiable, Content: View>(
        _ style: Element.Layer.Style, _ item: Binding<Item?>, _ onDismiss: (() -> Void)?,
        @ViewBuilder _ content: @escaping (Item) -> Content
    ) -> some View {
        ChangedView(content: self) { elements, context in
            guard let presented = item.wrappedValue else { return elements }
            var inner = context.child("\(style)[\(presented.id)]")
            inner.destinations = nil
            inner.isHidden = false
            let dismiss = {
                item.wrappedValue = nil
                if item.wrappedValue == nil { onDismiss?() }
            }
            inner.environment.dismiss = DismissAction(dismiss)
            let shown = Element(.layer, "", content(presented).elements(inner))
            var layer = Element.Layer(style: style, content: shown, dismiss: dismiss)
            layer.canBeDragged =
                style != .cover && style != .alert && !shown.all.contains { $0.identifier == "no-drag" }
            let holder = Element(.container, "", elements)
            holder.layers = [layer]
            if style == .inspector { holder.children.append(shown) }
            return [holder]
        }
    }
}

private struct Presented: Identifiable { let id: Bool }

/// The buttons of an alert, each of which closes it.
private struct AlertActions<Content: View>: Primitive {
    let isPresented: Binding<Bool>
    let content: Content

    func elements(in context: Context) -> [Element] {
        let buttons = content.elements(context.child("actions"))
        for button in buttons {
            let tap = button.tap
            button.tap = {
                isPresented.wrappedValue = false
                tap?()
            }
        }
        return buttons
    }
}

public enum Visibility: Hashable, Sendable { case automatic, visible, hidden }
