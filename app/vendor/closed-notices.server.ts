import type { Db } from '../../db/handle.ts'
import type { Actor } from '../../domain/accounts/actor.ts'
import { brand } from '../../domain/brand.ts'
import { type ClosedReason, closedReasons, type PausedBy } from '../../domain/catalog/hours/closed-reasons.ts'
import { describeOpening } from '../../domain/catalog/hours/opening-hours.ts'
import { formatCampusTime } from '../../domain/clock.ts'
import type { ClosedNotice } from './closed-notices.tsx'

/** What keeps customers from ordering at the kitchen that somebody acts for, as they read it; empty for nothing. */
export async function closedNotices(db: Db, reader: Actor, now: Date): Promise<ClosedNotice[]> {
  if (!reader.kitchen) return []
  const reasons = await closedReasons(db, reader.kitchen.vendor_id, now)
  return reasons.map((reason) => closedNotice(reason, reader, now))
}

function closedNotice(reason: ClosedReason, reader: Actor, now: Date): ClosedNotice {
  if (reason.kind === 'resting' || reason.kind === 'closed') {
    return { kind: reason.kind, opens: reason.until && describeOpening(reason.until, now) }
  }
  if (reason.kind !== 'paused') return reason
  const { kind, until, ours, by } = reason
  return { kind, until: until && formatCampusTime(until), ours, by: by && whoPaused(by, reader) }
}

function whoPaused(by: PausedBy | 'text', reader: Actor): string | null {
  if (by === 'text') return 'A text message from your kitchen’s number'
  const { id, name, role } = by
  if (id === reader.user_id && reader.kitchen?.role !== 'nobody') return null
  return role === 'admin' ? `${brand.name}’s support` : name || 'Somebody of your kitchen'
}
