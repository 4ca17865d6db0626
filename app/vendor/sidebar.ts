import { CookingPot, LayoutDashboard, ReceiptText, Store, Tag, Users, UtensilsCrossed, Wallet } from 'lucide-react'
import type { BackOfficeLink } from '../account/back-office.tsx'

export const vendor_sidebar: readonly BackOfficeLink[] = [
  { to: '/vendor-dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/vendor-order', label: 'Order', icon: ReceiptText },
  { to: '/food', label: 'Food', icon: UtensilsCrossed },
  { to: '/account', label: 'Account', icon: Store },
  { to: '/vendor-promotions', label: 'Promotions', icon: Tag },
  { to: '/vendor-kitchens', label: 'Kitchens', icon: CookingPot },
  { to: '/vendor-staff', label: 'Staff', icon: Users },
  { to: '/request-payout', label: 'Request Payout', icon: Wallet },
]
