import { type ActingRole, type KitchenRight, kitchen_role_names, roleMay } from '../kitchen-roles.ts'
import type { NotificationKind } from './tables.ts'

/** News that is not for everybody in a kitchen, and the right that it takes. */
const rights: Partial<Record<NotificationKind, KitchenRight>> = {
  payout: 'take_money',
  kitchen_paused: 'run_kitchen',
  same_price_lost: 'run_kitchen',
}

/** The kinds of news that somebody with this role in a kitchen does not get. */
export function hiddenFrom(role: ActingRole): NotificationKind[] {
  const kinds = Object.entries(rights) as [NotificationKind, KitchenRight][]
  return kinds.filter(([, right]) => !roleMay(role, right)).map(([kind]) => kind)
}

/** What each role does not get, for those that do not get everything. */
export const hidden_from_roles = kitchen_role_names
  .map((role) => ({ role, kinds: hiddenFrom(role) }))
  .filter(({ kinds }) => kinds.length > 0)
