import AtollCenterDomain
import BoundedHTTP
import Foundation

extension CIIssuer {
    /// - Returns: nil unless `address` is an HTTPS URL, or one on this machine.
    public init?(_ address: String, _ kind: Kind) {
        guard let url = URL(string: address), url.host != nil, url.protectsSecrets, address.utf8.count <= 300 else {
            return nil
        }
        self.init(known: address, kind)
    }
}
