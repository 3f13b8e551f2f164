import AtollPackages
import AtollRuntime
import SwiftUI

struct ProfilePreviews: PreviewProvider {
    private struct Example: View {
        @State private var ledger: PermissionLedger = {
            var ledger = PermissionLedger()
            if let id = PreviewData.listings.last?.id { ledger.decide(.granted, on: "camera", for: id) }
            return ledger
        }()

        var body: some View { PermissionsView($ledger) { $0.rawValue } }
    }

    static var previews: some View { Example() }
}
