import { type Kitchen, type KitchenRight, kitchenFor } from '../../domain/kitchen-roles.ts'
import { OTHERS, screenRights } from '../account/screen-rights.ts'

type Who = { role: string; kitchen?: Kitchen | undefined }

/** Whether somebody may do something in the kitchen that they act for. */
export const mayInKitchen = (who: Who, right: KitchenRight) => kitchenFor(who, right) !== null

const orders: Readonly<Record<string, KitchenRight>> = { reject: 'reject_orders', [OTHERS]: 'run_orders' }

/**
 * Who in a kitchen may do what in its screens, by their addresses. The layout asks before a screen is shown,
 * `vendorAction` before a form is taken, the screens leave out what cannot be pressed, and the verbs of the domain ask
 * for themselves.
 */
export const { maySee, mayChange } = screenRights<Who, KitchenRight>(
  {
    '/vendor-dashboard': { change: orders },
    '/vendor-dashboard/figures': { see: 'see_takings' },
    '/vendor-order': { change: orders },
    '/food': { change: { sold_out: 'run_orders', [OTHERS]: 'change_menu' } },
    '/account': {
      see: 'run_kitchen',
      change: {
        hours: 'run_kitchen',
        times: 'run_kitchen',
        auto_accept: 'run_kitchen',
        same_price: 'run_kitchen',
        pause: 'run_kitchen',
        resume: 'run_kitchen',
        photo: 'run_kitchen',
        [OTHERS]: 'register',
      },
    },
    '/vendor-kitchens': { change: { open: 'register', [OTHERS]: 'run_orders' } },
    '/vendor-tablet': { see: 'say_who', change: 'say_who' },
    '/vendor-staff': { see: 'manage_cooks', change: 'manage_cooks' },
    '/vendor-promotions': { see: 'make_promotions', change: 'make_promotions' },
    '/request-payout': { see: 'take_money', change: 'take_money' },
  },
  mayInKitchen,
)
