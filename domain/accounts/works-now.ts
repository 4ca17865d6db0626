import { type AnyColumn, and, isNull } from 'drizzle-orm'
import { kitchen_staff } from './tables.ts'

/** The condition that somebody on a kitchen's list of staff works there: not ended, and not only asked yet. */
export const worksNow = (staff: { ended_at: AnyColumn; asked_until: AnyColumn } = kitchen_staff) =>
  and(isNull(staff.ended_at), isNull(staff.asked_until))
