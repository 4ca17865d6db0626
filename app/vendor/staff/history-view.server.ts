import type { Db } from '../../../db/handle.ts'
import { kitchenNames } from '../../../domain/accounts/mover-names.ts'
import { brand } from '../../../domain/brand.ts'
import { kitchenHistory } from '../../../domain/catalog/kitchen-history.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import type { KitchenActor } from '../../account/require-role.ts'
import { deedText } from './deed-words.ts'

/** A page of what was done in a kitchen, in words; `before` is the number in the address of an older page. */
export async function historyView(db: Db, actor: KitchenActor, before: string | null) {
  const { lines, older } = await kitchenHistory(db, actor, before && /^\d{1,15}$/.test(before) ? Number(before) : null)
  const who = await kitchenNames(db, lines)
  return {
    older,
    lines: lines.map((line) => ({
      id: line.id,
      what: deedText(line),
      who: line.role === 'system' ? brand.name : (who(line) ?? 'somebody who left'),
      when: formatCampusDateTime(line.done_at),
    })),
  }
}

export type HistoryView = Awaited<ReturnType<typeof historyView>>
