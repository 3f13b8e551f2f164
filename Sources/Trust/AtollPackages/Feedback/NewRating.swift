/// How many stars a user gives a mini app: `POST /v1/miniapps/{id}/rating`.
public struct NewRating: Codable, Hashable, Sendable {
    /// 1 to 5; 0 takes the rating back.
    public let stars: Int
    /// The code of the version that the user has.
    public let code: Int

    /// The stars that can be given.
    public static let starRange = 1...5

    /// Creates a rating.
    public init(stars: Int, code: Int) {
        self.stars = stars
        self.code = code
    }
}
