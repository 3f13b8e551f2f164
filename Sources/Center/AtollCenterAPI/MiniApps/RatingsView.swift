/// The stars that users gave a mini app.
package struct RatingsView: Codable, Sendable {
    /// Of all versions; nil while fewer than 5 users have given any.
    package let all: Stars?
    /// The newest version first; those that fewer than 5 users had are left out.
    package let versions: [Version]

    package struct Stars: Codable, Sendable {
        package let average: Double
        package let count: Int
        /// How many gave one star, two, and so on: five numbers.
        package let counts: [Int]

        package init(average: Double, count: Int, counts: [Int]) {
            self.average = average
            self.count = count
            self.counts = counts
        }
    }

    package struct Version: Codable, Sendable {
        package let code: Int
        package let average: Double
        package let count: Int

        package init(code: Int, average: Double, count: Int) {
            self.code = code
            self.average = average
            self.count = count
        }
    }

    package init(all: Stars? = nil, versions: [Version]) {
        self.all = all
        self.versions = versions
    }
}
