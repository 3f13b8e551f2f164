import AtollCenterAPI
import AtollCenterDomain

extension SignInSourceView: Documented {
    package init(_ source: SignInSource, showsKeySet: Bool) {
        self.init(
            issuer: source.issuer,
            keySet: showsKeySet ? source.keySet.absoluteString : nil)
    }

    package static let schemaName = "SignInSourceView"
    package static let schema = JSONSchema.object(
        ["issuer": .text(1...SignInSource.maximumLength), "keySet": .text(1...SignInSource.maximumLength)],
        optional: ["keySet"])
}
