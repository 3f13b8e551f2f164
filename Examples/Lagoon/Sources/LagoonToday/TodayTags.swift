import AtollNavigation

/// The tags of the segues that lead out of Today. The app decides which screens they lead to.
public enum TodayTags {
    /// To the sheet in which the user writes something.
    public static let compose: SegueTag = "compose"
    /// To the player of a live workout, by the workout's id.
    public static let player: SegueTag = "player"
    /// To a product in which a recipe is served, by the product's id.
    public static let product: SegueTag = "product"
}
