import { createPromotion } from '../../domain/promotions/create-promotion.ts'
import { endPromotion } from '../../domain/promotions/end-promotion.ts'
import { promotions } from '../../domain/promotions/tables.ts'
import { no_limits } from '../campus.ts'
import { move } from '../move.ts'
import type { World } from '../world.ts'
import { anAdmin } from './admin.ts'

/** Mostly somebody whose promotion it is. */
const maker = (world: World) =>
  world.chance.of(0.5) ? anAdmin(world) : world.chance.one(world.campus.kitchens.map(({ actor }) => actor))

/** Promotions begin and end while people order with them. */
export const promoting = [
  move('makes a promotion', 1, async (world) => {
    const { chance, deps } = world
    const taken = chance.one(['code', 'itself'] as const)
    const kind = chance.one([{ kind: 'percent', percent: '20' }, { kind: 'free_delivery' }] as const)
    const wanted = { ...no_limits, ...kind, taken, first_order_only: chance.of(0.5), most_uses_each: '2' }
    const code = taken === 'code' ? `MIDDAY${chance.whole(1, 2)}` : ''
    return {
      about: `${code || 'an offer'}, ${kind.kind}${wanted.first_order_only ? ', for a first order' : ''}`,
      act: () => createPromotion(deps, maker(world), { ...wanted, code }),
    }
  }),
  move('ends a promotion', 1.5, async (world) => {
    const found = world.chance.any(await world.db.select().from(promotions).orderBy(promotions.id))
    return (
      found && {
        about: `promotion ${found.id} (${found.code ?? 'an offer'})`,
        act: () => endPromotion(world.deps, maker(world), found.id),
      }
    )
  }),
]
