import type { OptionGroup } from '../domain/catalog/option-groups.ts'
import { aluta_market_vendors } from './vendors-aluta-market.ts'
import { east_gate_vendors } from './vendors-east-gate.ts'
import { main_gate_vendors } from './vendors-main-gate.ts'
import { north_gate_vendors } from './vendors-north-gate.ts'
import { south_gate_vendors } from './vendors-south-gate.ts'
import { sweet_and_fresh_vendors } from './vendors-sweet-and-fresh.ts'

export type LandmarkName =
  | 'FUTA North Gate'
  | 'FUTA South Gate'
  | 'FUTA Main Gate'
  | 'FUTA East Gate'
  | 'Aluta Market'

/**
 * Campus time, 'HH:MM'. A closing time at or before the opening one lies after midnight. An empty day is a closed one.
 */
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
  /** The heading it stands under on the menu. */
  section: string
  /** Size, protein, extras. */
  option_groups?: readonly OptionGroup[]
}

export type DemoVendor = {
  /** Never changes: other data and addresses are made from it. */
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

/** Invented businesses around the five landmarks, in the order in which they joined. */
export const demo_vendors: readonly DemoVendor[] = takeTurns([
  north_gate_vendors,
  main_gate_vendors,
  aluta_market_vendors,
  sweet_and_fresh_vendors,
  south_gate_vendors,
  east_gate_vendors,
])

/** One of each list in turn, so that a first page of restaurants shows all corners of the campus. */
function takeTurns(lists: readonly (readonly DemoVendor[])[]): DemoVendor[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat()
}
