import AtollRuntime
import SwiftUI

struct MiniAppPreviews: PreviewProvider {
    static var previews: some View {
        Group {
            MiniAppLoadingView(part: 0.4)
            MiniAppFailureView(reason: "The Mini App Center can't be reached.") {}
            PermissionSheet(name: "Expenses", permissions: PreviewData.permissions) { _ in }
            NoticeBar("Updated to version 2.0", dismiss: {})
        }
    }
}
