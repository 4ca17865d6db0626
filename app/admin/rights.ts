import { type Acting, type AdminRight, may } from '../../domain/admin-roles.ts'

/** What it takes to see a screen, where not every admin may; and what each of its forms takes, by intent. */
type ScreenRights = { see?: AdminRight; change?: AdminRight | Readonly<Record<string, AdminRight>> }

/** For a form that is not named beside it. */
const OTHERS = '*'

/**
 * Who may do what in the admins' screens, by their addresses. The layout asks before a screen is shown, `adminAction`
 * before a form is taken, the frame leaves out what cannot be pressed, and the verbs of the domain ask for themselves.
 */
const screens: Readonly<Record<string, ScreenRights>> = {
  '/admin/dashboard': {},
  '/admin/orders': {
    change: {
      deliver: 'run_orders',
      cancel: 'run_orders',
      give_items_back: 'give_back',
      give_amount_back: 'give_back',
      give_checkout_back: 'give_back',
    },
  },
  '/admin/transactions': { see: 'see_money' },
  '/admin/vendors': { change: { commission: 'change_terms', [OTHERS]: 'decide_people' } },
  '/admin/payout': { see: 'see_money', change: 'move_money' },
  '/admin/review': { change: 'give_back' },
  '/admin/refunds': { change: 'move_money' },
  '/admin/books': { see: 'see_money', change: 'move_money' },
  '/admin/reconciliation': { see: 'see_money', change: 'move_money' },
  '/admin/dispatch': { change: 'run_orders' },
  '/admin/windows': {},
  '/admin/riders': { change: 'decide_people' },
  '/admin/customers': { see: 'help_customers', change: 'help_customers' },
  '/admin/messages': { change: 'help_customers' },
  '/admin/ratings': { change: 'help_customers' },
  '/admin/exports': { see: 'export' },
  '/admin/campus': { change: 'change_campus' },
  '/admin/settings': { change: { service_hours: 'run_orders', [OTHERS]: 'change_terms' } },
  '/admin/audit': { see: 'see_money' },
  '/admin/team': { see: 'manage_admins', change: 'manage_admins' },
}

/** The rights of a screen, also of a page below it. */
function rightsOf(pathname: string): ScreenRights | undefined {
  const [path = ''] = pathname.split(/[?#]/, 1)
  const [, admin = '', screen = ''] = path
    .toLowerCase()
    .replace(/\.data$/, '')
    .split('/')
  return screens[`/${admin}/${screen}`]
}

/** Whether an admin may see the screen at an address. One that is not in the table is for nobody. */
export function maySee(actor: Pick<Acting, 'role' | 'admin_role'>, pathname: string): boolean {
  const rights = rightsOf(pathname)
  return rights !== undefined && (!rights.see || may(actor, rights.see))
}

/** Whether an admin may send a form to a screen; null for a form that is not in the table, which is for nobody. */
export function mayChange(
  actor: Pick<Acting, 'role' | 'admin_role'>,
  pathname: string,
  intent: string,
): boolean | null {
  const change = rightsOf(pathname)?.change
  const right = typeof change === 'string' ? change : (change?.[intent] ?? change?.[OTHERS])
  return right === undefined ? null : may(actor, right)
}
