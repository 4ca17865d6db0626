/** What an admin may do besides looking on. */
const everything = [
  /** Look after orders and deliveries, and set the hours in which orders are taken. */
  'run_orders',
  /** Give money back to customers, and decide what is on the review list. */
  'give_back',
  /** Let payees and customers read on, hide what they wrote, look customers up. */
  'help_customers',
  /** Open cases, write on them, hand them on and close them. */
  'work_cases',
  /** Decide who sells and who rides. */
  'decide_people',
  /** Use a kitchen's own screens for it: docs/product.md#act-for-a-kitchen. */
  'act_for_kitchens',
  'change_campus',
  /** Look into payouts, books, charges and the comparison with the provider. */
  'see_money',
  /** Let money leave, and say in the books what became of it. */
  'move_money',
  /** Take files along, with everybody's names and numbers in them. */
  'export',
  /** Change what holds for everybody: fees, shares, limits; and a kitchen's commission. */
  'change_terms',
  /** Say who is an admin. */
  'manage_admins',
  /** Keep lists as they like them, under a name: everybody's. */
  'keep_views',
] as const
export type AdminRight = (typeof everything)[number]

/** Who among the admins may do what (docs/product.md#admins). */
export const admin_roles = {
  owner: { name: 'Owner', about: 'everything, and who else is an admin', rights: everything },
  operations: {
    name: 'Operations',
    about: 'orders, deliveries, kitchens, riders, the campus and the hours; not where money goes',
    rights: [
      'run_orders',
      'give_back',
      'help_customers',
      'work_cases',
      'decide_people',
      'act_for_kitchens',
      'change_campus',
      'keep_views',
    ],
  },
  finance: {
    name: 'Finance',
    about: 'payouts, refunds, books, the comparison with the provider, exports',
    rights: ['give_back', 'work_cases', 'see_money', 'move_money', 'export', 'keep_views'],
  },
  support: {
    name: 'Support',
    about: 'customers: their orders, refunds and messages',
    rights: ['run_orders', 'give_back', 'help_customers', 'work_cases', 'keep_views'],
  },
  read_only: {
    name: 'Read only',
    about: 'looks on, the books included, and changes nothing',
    rights: ['see_money', 'keep_views'],
  },
} as const satisfies Record<string, { name: string; about: string; rights: readonly AdminRight[] }>

export type AdminRole = keyof typeof admin_roles

export const admin_role_names = Object.keys(admin_roles) as AdminRole[]

/** The roles that have a right. */
export const rolesWith = (right: AdminRight) =>
  admin_role_names.filter((name) => (admin_roles[name].rights as readonly AdminRight[]).includes(right))

/** Whether it is the name of one of our roles of admins. */
export const isAdminRole = (text: string | null): text is AdminRole => text !== null && Object.hasOwn(admin_roles, text)

/** Who acts; `Actor` is on a higher rung. */
export type Acting = { user_id: string; role: string; email: string; admin_role?: AdminRole | undefined }

/** Whether an admin reads customers' numbers and addresses of mail: who talks to them, or takes lists of them along. */
export const readsContacts = (actor: Pick<Acting, 'role' | 'admin_role'>): boolean =>
  may(actor, 'help_customers') || may(actor, 'export')

/** Whether somebody is an admin whose role has a right. Every verb that only admins may use asks. */
export function may(actor: Pick<Acting, 'role' | 'admin_role'>, right: AdminRight): boolean {
  if (actor.role !== 'admin' || !actor.admin_role) return false
  const { rights }: { rights: readonly AdminRight[] } = admin_roles[actor.admin_role]
  return rights.includes(right)
}
