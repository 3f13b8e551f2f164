/// What a segue's rules are once its graph is built, without the fragments at its ends: what is asked while navigating.
struct SegueRules: Sendable {
    let style: PlaceTree.Style
    let isDismissable: Bool
    let condition: Condition?
    /// The segue to where this one redirects.
    var redirect: Int?

    init<F>(_ segue: Segue<F>) {
        style = PlaceTree.Style(segue.style)
        isDismissable = segue.isDismissable
        condition = segue.condition
    }
}
