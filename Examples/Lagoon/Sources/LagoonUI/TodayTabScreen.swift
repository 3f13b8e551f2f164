import AtollNavigation
import AtollUI
import LagoonProducts
import LagoonProductsUI
import LagoonScreens
import LagoonToday
import LagoonTodayUI
import SwiftUI

/// The screens in the stack of Today's tab: Today's own, and the products that they lead to.
enum TodayTabScreen: Fragment {
    case today(TodayScreen)
    case product(Product.ID)

    static let embedding = Embedding<LagoonScreen, TodayTabScreen> { screen in
        switch screen {
        case .today(let screen): .today(screen)
        case .product(let id): .products(.product(id))
        }
    } extract: { screen in
        switch screen {
        case .today(let screen): .today(screen)
        case .products(.product(let id)): .product(id)
        default: nil
        }
    }
}
