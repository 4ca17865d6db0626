import { createHash } from 'node:crypto'
import type { OptionGroup } from '../domain/catalog/menu/option-groups.ts'

export type LandmarkName = 'FUTA North Gate' | 'FUTA South Gate' | 'FUTA Main Gate' | 'FUTA East Gate' | 'Aluta Market'

/** Campus time, 'HH:MM'. A closing time at or before the opening one is after midnight. An empty day is closed. */
export type DayHours = readonly { opens: string; closes: string }[]
/** Monday first. */
export type WeekHours = readonly [DayHours, DayHours, DayHours, DayHours, DayHours, DayHours, DayHours]

export type DemoDish = {
  name: string
  description?: string
  price_naira: number
  /** A file of `pictures/` without `.webp`. */
  picture: string | null
  sold_out?: boolean
  /** The heading of the dish on the menu. */
  section: string
  /** Size, protein, extras. */
  option_groups?: readonly OptionGroup[]
}

export type DemoVendor = {
  /** Never changes: other data and addresses are derived from it. */
  key: string
  name: string
  email: string
  category: string
  landmark: LandmarkName
  latitude: number
  longitude: number
  address: string
  /** Eleven digits with the leading 0. */
  phone: string
  description: string
  hours: WeekHours
  preparation_minutes: number
  delivery_time: string
  rating: number | null
  picture: string | null
  paused?: boolean
  status: 'Active' | 'Pending' | 'Inactive'
  bank: { bank_name: string; bank_code: string; account_number: string; account_name: string }
  dishes: readonly DemoDish[]
}

/** The same vendor has the same address after every reset, so that bookmarks and tests keep working. */
export function demoUserId(key: string): string {
  const hex = createHash('sha256').update(`demo vendor ${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
