/// The names by which other apps refer to Lagoon.
public enum Lagoon {
    /// The custom URL schemes of Lagoon's links.
    public static let schemes = ["dla"]
}
