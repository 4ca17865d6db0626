import { leavesFrom, type Move } from '../lifecycle.ts'

export const vendor_statuses = ['Pending', 'Active', 'Inactive'] as const
export type VendorStatus = (typeof vendor_statuses)[number]

/**
 * How an admin changes a vendor's status (docs/product.md#vendor-status): a Pending vendor is activated or deactivated,
 * an Active one is suspended, with a reason, and restored.
 */
export const vendor_moves = {
  activate: { from: ['Pending'], to: 'Active', who: ['admin'], needs_reason: false },
  deactivate: { from: ['Pending'], to: 'Inactive', who: ['admin'], needs_reason: true },
  suspend: { from: ['Active'], to: 'Inactive', who: ['admin'], needs_reason: true },
  restore: { from: ['Inactive'], to: 'Active', who: ['admin'], needs_reason: false },
} as const satisfies Record<string, Move<VendorStatus> & { readonly needs_reason: boolean }>

export type VendorVerb = keyof typeof vendor_moves

/** Whether an admin may make this move for a vendor with this status. */
export function canMoveVendor(verb: VendorVerb, status: VendorStatus): boolean {
  return leavesFrom<VendorStatus, keyof typeof vendor_moves>(vendor_moves, verb, status)
}

/** The options of the admin's filter. "Inactive" includes Pending vendors: neither sells. */
export const vendor_status_filters = {
  All: vendor_statuses,
  Active: ['Active'],
  Inactive: ['Inactive', 'Pending'],
} as const satisfies Record<string, readonly VendorStatus[]>
export type VendorStatusFilter = keyof typeof vendor_status_filters

/** The most that the platform may keep of a vendor's sales, in percent. */
export const HIGHEST_COMMISSION_PERCENT = 50

/** So long a kitchen that broke its promise of the same price cannot give it again. */
export const SAME_PRICE_REST_DAYS = 30
