import Foundation

/// Collects the inputs of a home.
@resultBuilder
public enum HomeInputsBuilder<Flags: HomeFlags> {
    /// Accepts an input.
    public static func buildExpression(_ input: HomeInput<Flags>) -> [HomeInput<Flags>] { [input] }
    /// Accepts a list of inputs.
    public static func buildExpression(_ inputs: [HomeInput<Flags>]) -> [HomeInput<Flags>] { inputs }
    /// Joins the inputs of a block.
    public static func buildBlock(_ inputs: [HomeInput<Flags>]...) -> [HomeInput<Flags>] { inputs.flatMap(\.self) }
    /// Supports `if` without `else`.
    public static func buildOptional(_ inputs: [HomeInput<Flags>]?) -> [HomeInput<Flags>] { inputs ?? [] }
    /// Supports the first branch of `if` and `switch`.
    public static func buildEither(first inputs: [HomeInput<Flags>]) -> [HomeInput<Flags>] { inputs }
    /// Supports the other branches of `if` and `switch`.
    public static func buildEither(second inputs: [HomeInput<Flags>]) -> [HomeInput<Flags>] { inputs }
    /// Supports `for` loops.
    public static func buildArray(_ inputs: [[HomeInput<Flags>]]) -> [HomeInput<Flags>] { inputs.flatMap(\.self) }
}
