import { type Acting, type AdminRight, may } from '../../domain/admin-roles.ts'
import { OTHERS, screenRights } from '../account/screen-rights.ts'

/**
 * Who may do what in the admins' screens, by their addresses. The layout asks before a screen is shown, `adminAction`
 * before a form is taken, the frame leaves out what cannot be pressed, and the verbs of the domain ask for themselves.
 */
export const { maySee, mayChange } = screenRights<Pick<Acting, 'role' | 'admin_role'>, AdminRight>(
  {
    '/admin/dashboard': {},
    '/admin/search': {},
    '/admin/orders': {
      change: {
        deliver: 'run_orders',
        cancel: 'run_orders',
        give_items_back: 'give_back',
        give_amount_back: 'give_back',
        give_checkout_back: 'give_back',
        write: 'help_customers',
        close_talk: 'help_customers',
      },
    },
    '/admin/transactions': { see: 'see_money' },
    '/admin/vendors': {
      change: {
        commission: 'change_terms',
        act_for: 'act_for_kitchens',
        stop_acting: 'act_for_kitchens',
        [OTHERS]: 'decide_people',
      },
    },
    '/admin/kitchens': { see: 'decide_people', change: 'decide_people' },
    '/admin/payout': { see: 'see_money', change: 'move_money' },
    '/admin/review': { change: 'give_back' },
    '/admin/cases': { change: 'work_cases' },
    '/admin/claims': { change: 'give_back' },
    '/admin/promotions': { see: 'see_money', change: 'move_money' },
    '/admin/referrals': { see: 'see_money', change: 'move_money' },
    '/admin/refunds': { change: 'move_money' },
    '/admin/books': { see: 'see_money', change: 'move_money' },
    '/admin/reconciliation': { see: 'see_money', change: 'move_money' },
    '/admin/dispatch': { change: 'run_orders' },
    '/admin/shifts': { change: 'run_orders' },
    '/admin/windows': {},
    '/admin/analytics': { see: 'see_money' },
    '/admin/riders': { change: 'decide_people' },
    '/admin/customers': { see: 'help_customers', change: 'help_customers' },
    '/admin/messages': { change: 'help_customers' },
    '/admin/tell': { see: 'help_customers', change: 'help_customers' },
    '/admin/ratings': { change: 'help_customers' },
    '/admin/exports': { see: 'export' },
    '/admin/campus': { change: 'change_campus' },
    '/admin/settings': { change: { service_hours: 'run_orders', notice: 'run_orders', [OTHERS]: 'change_terms' } },
    '/admin/audit': { see: 'see_money' },
    '/admin/views': { change: 'keep_views' },
    '/admin/team': { see: 'manage_admins', change: 'manage_admins' },
  },
  may,
)
