import { sql } from 'drizzle-orm'
import { checkouts } from '../checkout/tables.ts'
import { orders } from '../orders/tables.ts'

/** What the invariants say about where an order is handed over (docs/promises.md#money; decision 151). */
export const hand_over_invariants = {
  /**
   * Who comes to meet the rider pays less than to the door, and the place that is named is the one that was paid for.
   * The release before this one names none.
   */
  I2: sql`
    select c.id::text, 'handed over away from the door, and not for less'
    from ${checkouts} c, jsonb_array_elements(c.hand_overs) door
    where c.status = 'Paid' and door ->> 'kind' = 'door' and (door ->> 'place_id')::int <> c.place_id
      and coalesce(c.run_single_fee, c.delivery_fee) * 100 >= (door ->> 'fee_kobo')::numeric
    union all
    select o.id::text, 'handed over elsewhere than its checkout says'
    from ${orders} o join ${checkouts} c on c.id = o.checkout_id
    where o.meet_at is not null and o.meet_at is distinct from (
      select met ->> 'name' from jsonb_array_elements(c.hand_overs) met
      where met ->> 'kind' <> 'door' and (met ->> 'place_id')::int = c.place_id)`,
} as const
