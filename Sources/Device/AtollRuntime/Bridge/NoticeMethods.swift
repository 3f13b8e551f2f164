import Foundation

extension BridgeMethod {
    /// `notifications.schedule`, `notifications.cancel` and `notifications.badge`.
    public static func noticeMethods(_ provider: any NoticeProvider) -> [BridgeMethod] {
        [
            BridgeMethod("notifications.schedule") { parameters, context throws(BridgeError) in
                let milliseconds = Double(parameters.integer("at") ?? 0)
                let notice = MiniAppNotice(
                    id: try parameters.string("id"), date: Date(timeIntervalSince1970: milliseconds / 1_000),
                    title: try parameters.string("title"), body: parameters["body"]?.string ?? "",
                    path: parameters["path"]?.string)
                try await provider.schedule(notice, context)
                return BridgeResult(.null)
            },
            BridgeMethod("notifications.cancel") { parameters, context throws(BridgeError) in
                try await provider.cancel(try parameters.string("id"), context)
                return BridgeResult(.null)
            },
            BridgeMethod("notifications.badge") { parameters, context throws(BridgeError) in
                try await provider.badge(parameters.integer("count") ?? 0, context)
                return BridgeResult(.null)
            },
        ]
    }
}
