import { Hono } from 'hono'
import type { World } from '../../world.ts'
import { refuse, succeed } from '../answers.ts'
import { listFault } from '../list-fault.ts'
import { type ChargebackFilter, chargeback_statuses } from './book.ts'
import { chargebackShape } from './chargeback.ts'

const page_size = 20

export function chargebackRoutes(world: World) {
  const routes = new Hono()
  routes.get('/', async (c) => {
    const fault = await listFault(c, world)
    if (fault) return fault
    const { page: asked, ...filter }: ChargebackFilter & { page?: string } = c.req.query()
    const page = Math.max(1, Number(asked ?? 1) || 1)
    for (const bound of ['from', 'to'] as const) {
      const day = filter[bound]
      if (day && Number.isNaN(Date.parse(day))) return refuse(c, 400, `"${bound}" must be a valid date`)
    }
    const { status } = filter
    if (status && !chargeback_statuses.some((known) => known === status)) {
      return refuse(c, 400, `"status" must be one of [${chargeback_statuses.join(', ')}]`)
    }
    const { rows, total } = world.chargebacks.list(filter, page_size, (page - 1) * page_size)
    const page_info = { total, current_page: page, total_pages: Math.ceil(total / page_size), page_size }
    return succeed(c, 'Chargebacks fetched', rows.map(chargebackShape), { meta: { page_info } })
  })
  return routes
}
