import type { Db } from '../../../../db/handle.ts'
import { campusDate, formatCampusDateTime, formatCampusTime } from '../../../../domain/clock.ts'
import type { OrderStory } from '../../../../domain/desk/order-story/order-story.ts'
import type { OrderFile } from '../../../../domain/orders/order-file.ts'
import { auditInWords } from '../../audit/audit-view.server.ts'
import type { Sees } from '../../sees.ts'
import { backEntries, paidEntries } from './money-entries.server.ts'
import { orderEntries } from './order-entries.server.ts'
import { riderEntries } from './rider-entries.server.ts'
import { talkEntries } from './talk-entries.server.ts'
import type { TimelineEntry, TimelineKind } from './timeline-entry.ts'

/**
 * Everything that happened with an order, oldest first, in campus time: the date once, then the time. What a role does
 * not see elsewhere is not in it. `counts` is how much there is of each kind, whichever is shown.
 */
export async function timelineView(
  db: Db,
  { file, story, sees, show }: { file: OrderFile; story: OrderStory; sees: Sees; show: TimelineKind | null },
) {
  const said = await auditInWords(db, story.decisions)
  const decisions = story.decisions.flatMap(({ acted_at, action }, place) => {
    const words = said[place]
    return words ? [{ ...words, at: acted_at, action }] : []
  })
  const all: readonly TimelineEntry[] = [
    // In this sequence where several happened in one commit.
    ...paidEntries(file, story, sees),
    ...orderEntries(file, story),
    ...riderEntries(story, sees),
    ...backEntries(file, story),
    ...talkEntries(story, decisions, sees),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const counts: Partial<Record<TimelineKind, number>> = {}
  for (const { kind } of all) counts[kind] = (counts[kind] ?? 0) + 1
  const shown = all.filter(({ kind }) => show === null || kind === show)
  return {
    show,
    all: all.length,
    counts,
    entries: shown.map(({ at, ...entry }, place) => ({
      ...entry,
      day: isNewDay(at, shown[place - 1]?.at) ? formatCampusDateTime(at).replace(/,[^,]*$/, '') : null,
      time: formatCampusTime(at),
      iso: at.toISOString(),
    })),
  }
}

export type TimelineView = Awaited<ReturnType<typeof timelineView>>

const isNewDay = (at: Date, before: Date | undefined) => !before || campusDate(at) !== campusDate(before)
