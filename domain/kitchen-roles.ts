/** What somebody may do in a kitchen. */
const everything = [
  /** Cook: see orders with their tickets, accept and finish them, say what is out. */
  'run_orders',
  /** Reject an order, which gives its money back. */
  'reject_orders',
  /** Change dishes, choices and prices. */
  'change_menu',
  /** Pause, hours, times, accepting by itself, the photo. */
  'run_kitchen',
  /** See what the kitchen took in, and what its customers thought. */
  'see_takings',
  /** Make orders cheaper at the kitchen's own cost. */
  'make_promotions',
  /** Say who cooks here. */
  'manage_cooks',
  /** Say who else works here, managers and owners too. */
  'manage_staff',
  /** See what is owed and was paid, and ask for it. */
  'take_money',
  /** Say that it is them, at the kitchen's tablet. */
  'say_who',
  /** Say what the kitchen is by law, and which bank account it has. */
  'register',
] as const
export type KitchenRight = (typeof everything)[number]

/** Who in a kitchen may do what (docs/product.md#staff). */
export const kitchen_roles = {
  owner: { name: 'Owner', about: 'everything, also payouts, the bank account and who works here', rights: everything },
  manager: {
    name: 'Manager',
    about:
      'orders, menu and prices, hours and pauses, promotions, takings, who cooks here; not payouts or the bank account',
    rights: [
      'say_who',
      'run_orders',
      'reject_orders',
      'change_menu',
      'run_kitchen',
      'see_takings',
      'make_promotions',
      'manage_cooks',
    ],
  },
  cook: {
    name: 'Cook',
    about: 'orders: accept, minutes, ready, what is out or sold out; no takings, payouts or bank account',
    rights: ['say_who', 'run_orders', 'reject_orders'],
  },
} as const satisfies Record<string, { name: string; about: string; rights: readonly KitchenRight[] }>

export type KitchenRole = keyof typeof kitchen_roles

/**
 * What somebody of the marketplace may do who acts for a kitchen: nothing about its money, its bank account and its
 * people, and no rejection, since an admin gives money back at the order. Nobody is invited as this
 * (docs/product.md#act-for-a-kitchen).
 */
const support: { name: string; about: string; rights: readonly KitchenRight[] } = {
  name: 'ChowGate support',
  about: 'orders, menu and prices, hours and pauses, takings; not payouts, the bank account or who works here',
  rights: ['run_orders', 'change_menu', 'run_kitchen', 'see_takings'],
}

/**
 * At a tablet that stays logged in for the whole kitchen: who said with a PIN that they are there, and nobody yet
 * (docs/product.md#the-kitchens-tablet). Nobody is invited as these.
 */
const at_tablet: Readonly<Record<'tablet' | 'nobody', typeof support>> = {
  tablet: {
    name: 'At the tablet',
    about: 'orders, menu and prices, hours and pauses; no takings, payouts, bank account or staff',
    rights: ['say_who', 'run_orders', 'reject_orders', 'change_menu', 'run_kitchen'],
  },
  nobody: { name: 'Tablet', about: 'looks at the orders', rights: ['say_who'] },
}

/** So long an admin acts for a kitchen before they have to say again that they want to. */
export const ACT_MINUTES = 30

/** As what somebody acts in a kitchen: in a role that it gave them, for the marketplace, or at its tablet. */
export type ActingRole = KitchenRole | 'support' | 'tablet' | 'nobody'

/** What a role in a kitchen is called and may do. */
export function kitchenRole(role: ActingRole): typeof support {
  if (role === 'support') return support
  return role === 'tablet' || role === 'nobody' ? at_tablet[role] : kitchen_roles[role]
}

export const kitchen_role_names = Object.keys(kitchen_roles) as KitchenRole[]

/** The kitchen that somebody acts for, by the id of its vendor, and as what. */
export type Kitchen = { vendor_id: string; role: ActingRole }

/** Who acts; `Actor` is on a higher rung. */
type Acting = { role: string; kitchen?: Kitchen | undefined }

/** Whether a role in a kitchen has a right. */
export const roleMay = (role: ActingRole, right: KitchenRight): boolean => kitchenRole(role).rights.includes(right)

/**
 * The kitchen that somebody acts for, by the id of its vendor; null unless their role in it has the right. Every verb
 * of a kitchen asks, and works on no other kitchen than this.
 */
export function kitchenFor({ role, kitchen }: Acting, right: KitchenRight): string | null {
  return role === 'vendor' && kitchen && roleMay(kitchen.role, right) ? kitchen.vendor_id : null
}

/** The right that it takes to say who has this role in a kitchen. */
export const rightToManage = (role: KitchenRole): KitchenRight => (role === 'cook' ? 'manage_cooks' : 'manage_staff')

/** Whether it is the name of one of the roles in a kitchen. */
export const isKitchenRole = (text: string): text is KitchenRole => Object.hasOwn(kitchen_roles, text)
