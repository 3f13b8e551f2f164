/// A value that a Center's storage has at this moment.
package struct StorageMeasure: Sendable {
    package let name: String
    package let labels: [(String, String)]
    package let value: Double

    package init(_ name: String, _ labels: [(String, String)], _ value: Double) {
        self.name = name
        self.labels = labels
        self.value = value
    }
}
