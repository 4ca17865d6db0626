import { CalendarClock, History, LayoutDashboard, UserRound, Wallet } from 'lucide-react'
import type { BackOfficeLink } from '../account/back-office.tsx'

export const rider_sidebar: readonly BackOfficeLink[] = [
  { to: '/rider-dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/rider/shifts', label: 'Shifts', icon: CalendarClock },
  { to: '/rider/earnings', label: 'Earnings', icon: Wallet },
  { to: '/rider/history', label: 'History', icon: History },
  { to: '/rider/registration', label: 'Registration', icon: UserRound },
]
