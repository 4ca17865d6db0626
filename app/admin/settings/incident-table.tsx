import type { IncidentSettings } from '../../../domain/delivery/incidents/incident-settings.ts'
import {
  at_empty_kitchen,
  type CalledOffPlace,
  type Consequence,
  called_off_places,
  called_off_table,
  consequenceOf,
  incident_reasons,
  NOBODY_AT_KITCHEN,
  type WayOut,
  ways_out,
} from '../../../domain/delivery/incidents/lifecycle.ts'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { moneyInWords, payInWords, reasons_in_words, ways_in_words } from '../dispatch/incident-choices.ts'

const next_words: Readonly<Record<Consequence['next'], string>> = {
  ends: 'nobody: it is over',
  goes_on: 'the same rider',
  next_rider: 'the next rider',
}

/** Where the food ends up by a way out. */
const food_words: Readonly<Record<WayOut, string>> = {
  leave: 'lies at the place',
  again: 'stays with the rider',
  bring_back: 'goes back to the kitchen',
  hand_on: 'waits at the place with its rider',
  write_off: 'is lost',
}

type Line = { when: string; way: string; food: string; money: string; pay: Consequence['pay']; next: string }

const carried: readonly Line[] = incident_reasons.flatMap((reason) =>
  ways_out.flatMap((way_out) => {
    const planned = consequenceOf(reason, way_out)
    if (!planned) return []
    return {
      ...{ when: reasons_in_words[reason], way: ways_in_words[way_out], food: food_words[way_out] },
      ...{ money: moneyInWords(planned.money), pay: planned.pay, next: next_words[planned.next] },
    }
  }),
)

const at_kitchen: Line = {
  ...{ when: `${reasons_in_words[NOBODY_AT_KITCHEN]}, after the wait`, way: 'the rider goes', food: 'stays there' },
  ...{ money: moneyInWords(at_empty_kitchen.money), pay: at_empty_kitchen.pay, next: next_words.ends },
}

const called_off_when: Readonly<Record<CalledOffPlace, string>> = {
  towards_kitchen: 'on the way to the kitchen',
  at_kitchen: 'at the kitchen',
  with_food: 'with the food',
  going_back: 'on the way back with it',
}

const called_off_food = {
  not_fetched: 'is not fetched',
  kept: 'is the rider’s to keep',
  goes_back: 'goes back all the same',
} as const

const called_off: readonly Line[] = called_off_places.map((place) => ({
  ...{ when: `Called off, the rider is ${called_off_when[place]}`, way: 'the rider is told' },
  ...{ food: called_off_food[called_off_table[place].food], money: 'goes back as whoever calls it off says' },
  ...{ pay: called_off_table[place].pay, next: next_words.ends },
}))

const lines = [...carried, at_kitchen, ...called_off]

/** What follows for food, money, pay and the next rider, by the tables that riders and admins decide by. */
export function IncidentTable({ shares }: { shares: IncidentSettings }) {
  const columns: readonly Column<Line>[] = [
    { name: 'What stands in the way', names_row: true, cell: ({ when }) => when },
    { name: 'Way out', cell: ({ way }) => way },
    { name: 'The food', cell: ({ food }) => food },
    { name: 'The customer’s money', cell: ({ money }) => money },
    { name: 'The rider is', cell: ({ pay }) => payInWords(pay, shares) },
    { name: 'Who brings it', cell: ({ next }) => next },
  ]
  return (
    <div className="mt-5">
      <h4 className="mb-2 font-bold">What follows, whoever decides</h4>
      <DataTable
        caption="What follows of each way out"
        rows={lines}
        keyOf={({ when, way }) => `${when} ${way}`}
        columns={columns}
        still
      />
      <p className="mt-2 text-ink-soft">
        Food that is lost on its way back ends as in front of a closed kitchen: what was for the next rider goes back
        from the platform, the rest ends as planned, and the rider is paid as if it were back. The platform pays every
        way. A way to a kitchen where the rider has another order is paid with that one; where the rider bears a refund
        of the order, the way is paid once an admin agrees.
      </p>
    </div>
  )
}
