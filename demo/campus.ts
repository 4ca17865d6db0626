import type { DemoVendor } from './demo-vendor.ts'
import { aluta_market_vendors } from './vendors-aluta-market.ts'
import { east_gate_vendors } from './vendors-east-gate.ts'
import { main_gate_vendors } from './vendors-main-gate.ts'
import { north_gate_vendors } from './vendors-north-gate.ts'
import { south_gate_vendors } from './vendors-south-gate.ts'
import { sweet_and_fresh_vendors } from './vendors-sweet-and-fresh.ts'

/** Invented businesses around the five landmarks, in the order in which they joined. */
export const demo_vendors: readonly DemoVendor[] = takeTurns([
  north_gate_vendors,
  main_gate_vendors,
  aluta_market_vendors,
  sweet_and_fresh_vendors,
  south_gate_vendors,
  east_gate_vendors,
])

/** Takes one of each list in turn, so that a first page of restaurants shows all corners of the campus. */
function takeTurns(lists: readonly (readonly DemoVendor[])[]): DemoVendor[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat()
}
