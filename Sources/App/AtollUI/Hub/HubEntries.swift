import AtollHub
import SwiftUI

/// The search results inside mini apps; empty without results.
struct HubEntries: View {
    let entries: [HubEntry]
    let open: @MainActor (HubEntry) -> Void

    var body: some View {
        if !entries.isEmpty {
            VStack(alignment: .leading) {
                Text(localized("In mini apps")).font(.headline).accessibilityAddTraits(.isHeader)
                ForEach(entries) { found in
                    Button {
                        open(found)
                    } label: {
                        VStack(alignment: .leading) {
                            Text(verbatim: found.entry.title)
                            Text(verbatim: Self.detail(of: found)).font(.subheadline).foregroundStyle(.secondary)
                        }
                        .frame(maxWidth: .infinity, alignment: .leading)
                        .padding(.vertical, 6)
                    }
                    .buttonStyle(.plain)
                    .accessibilityIdentifier("entry-\(found.id)")
                }
            }
        }
    }

    /// Names the mini app, so that its entries can't pass for the host's.
    private static func detail(of found: HubEntry) -> String {
        [found.miniApp.name, found.entry.detail].compactMap(\.self).joined(separator: " · ")
    }
}
