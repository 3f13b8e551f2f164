/// Something that a view shows: a text, a button, a list.
@MainActor public final class Element {
    public enum Kind: String, Hashable, Sendable {
        case text, image, button, field, toggle, progress, container, row, tab, stack, page, split, column, tabs, tool,
            layer, native, shape
    }

    public let kind: Kind
    /// The text for a screen reader: its own, or its accessibility label.
    public var label: String
    public var identifier = ""
    public var children: [Element]
    public var isEnabled = true
    public var isSelected = false
    public var isHidden = false
    /// The value of a control.
    public var value = ""
    /// The value by which a selection or a path knows it.
    var tag: AnyHashable?
    var tap: (() -> Void)?
    var type: ((String) -> Void)?
    /// The action of the return key.
    var submit: (() -> Void)?
    /// The action that removes a page, a column or a layer.
    var leave: (() -> Void)?
    var move: ((IndexSet, Int) -> Void)?
    var delete: ((IndexSet) -> Void)?
    /// The layers presented over the one of this element.
    var layers: [Layer] = []
    /// The native view behind it.
    public var native: AnyObject?

    init(
        _ kind: Kind, _ label: String = "", _ children: [Element] = [], identifier: String = "", value: String = "",
        isEnabled: Bool = true, tap: (() -> Void)? = nil
    ) {
        (self.kind, self.label, self.children) = (kind, label, children)
        (self.identifier, self.value, self.isEnabled, self.tap) = (identifier, value, isEnabled, tap)
    }

    /// A sheet, a cover or another layer above the rest.
    public struct Layer {
        public enum Style: String, Sendable { case sheet, cover, popover, inspector, alert, dialog }
        public let style: Style
        public let content: Element
        let dismiss: () -> Void
        public internal(set) var canBeDragged = true
    }

    /// It and all below, in the order in which they are read; what is hidden is left out.
    public var all: [Element] { isHidden ? [] : [self] + children.flatMap(\.all) }

    /// The words that are read, from the first to the last.
    public var texts: [String] {
        all.filter { $0.kind == .text || $0.kind == .field }.map(\.label).filter { !$0.isEmpty }
    }

    /// The label, or the words inside.
    public var words: String {
        label.isEmpty ? children.map(\.words).filter { !$0.isEmpty }.joined(separator: ", ") : label
    }
}
