import AtollCatalog
import AtollHub
import AtollPackages
import SwiftUI

/// A mini app's icon; its monogram until the icon is loaded, or if there is none that the system can decode.
struct HubIconView: View {
    let tile: Hub.Tile
    let icons: any HubIconSource
    @State private var picture: PlatformImage?

    var body: some View {
        Group {
            if let picture {
                Image(picture).resizable().aspectRatio(contentMode: .fit)
            } else {
                Text(verbatim: tile.monogram)
                    .font(.title2)
                    .frame(maxWidth: .infinity, maxHeight: .infinity)
                    .background(.quaternary)
            }
        }
        .clipShape(.rect(cornerRadius: 14))
        .accessibilityHidden(true)
        .task(id: tile.icon?.sha256) { await load() }
    }

    private func load() async {
        guard let icon = tile.icon, let data = try? await icons.icon(icon), !Task.isCancelled else { return }
        picture = PlatformImage(data: data)
    }
}

#if os(macOS)
import AppKit

typealias PlatformImage = NSImage

extension Image {
    init(_ picture: PlatformImage) { self.init(nsImage: picture) }
}
#else
#if canImport(UIKit)
import UIKit
#endif

typealias PlatformImage = UIImage

extension Image {
    init(_ picture: PlatformImage) { self.init(uiImage: picture) }
}
#endif
