extension FixedWidthInteger {
    /// The sum of two numbers that are not negative, or the largest number if it is larger.
    func addingSaturated(_ other: Self) -> Self {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}

extension Double {
    /// The sum of two finite numbers, or the closest finite number.
    func addingSaturated(_ other: Double) -> Double {
        Swift.min(.greatestFiniteMagnitude, Swift.max(-.greatestFiniteMagnitude, self + other))
    }
}
