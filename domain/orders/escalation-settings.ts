import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../../db/open.ts'
import { settings } from '../places/tables.ts'
import { LONGEST_ESCALATION_MINUTES } from './forms.ts'

/** The row of `settings` that holds them. */
export const ESCALATION_SETTING = 'escalation'

/** Minutes after payment at which an order that no kitchen took is spoken of again, and at last given up. */
export const default_escalation = { remind_minutes: 4, call_minutes: 8, cancel_minutes: 15 } as const

const minutes = z.number().int().min(1).max(LONGEST_ESCALATION_MINUTES)
const escalation = z
  .object({ remind_minutes: minutes, call_minutes: minutes, cancel_minutes: minutes })
  .refine((s) => s.remind_minutes < s.call_minutes && s.call_minutes < s.cancel_minutes)

export type Escalation = z.infer<typeof escalation>

/** The setting `escalation` over the defaults; one that was saved out of order counts as not saved. */
export async function escalationSettings(db: Db | Tx): Promise<Escalation> {
  const [row] = await db.select().from(settings).where(eq(settings.key, ESCALATION_SETTING))
  const saved = escalation.safeParse({ ...default_escalation, ...(row?.value as object | undefined) })
  return saved.success ? saved.data : default_escalation
}
