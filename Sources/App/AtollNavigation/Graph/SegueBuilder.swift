/// Collects the segues of a graph.
@resultBuilder
public enum SegueBuilder<F: Fragment> {
    public static func buildExpression<Declaration: SegueDeclaration>(_ declaration: Declaration) -> [Segue<F>]
    where Declaration.Destination == F { declaration.segues }
    public static func buildExpression(_ segue: Segue<F>) -> [Segue<F>] { [segue] }
    public static func buildExpression(_ segues: [Segue<F>]) -> [Segue<F>] { segues }
    public static func buildBlock(_ parts: [Segue<F>]...) -> [Segue<F>] { parts.flatMap(\.self) }
    public static func buildOptional(_ part: [Segue<F>]?) -> [Segue<F>] { part ?? [] }
    public static func buildEither(first part: [Segue<F>]) -> [Segue<F>] { part }
    public static func buildEither(second part: [Segue<F>]) -> [Segue<F>] { part }
    public static func buildArray(_ parts: [[Segue<F>]]) -> [Segue<F>] { parts.flatMap(\.self) }
}
