import type { Db } from '../../../db/handle.ts'
import { type Kobo, kobo } from '../../money.ts'
import { SMS_PRICES } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { smsSegments } from '../words/sms-segments.ts'

/** What sending texts will take: their parts in all, and the most they cost (kobo), at the dearer gateway's price. */
export type SmsEstimate = { parts: number; most_kobo: Kobo }

/** What it takes to send these texts, as they go out, each to one number (docs/providers.md#sms-parts-and-alphabet). */
export async function smsEstimate(db: Db, texts: readonly string[]): Promise<SmsEstimate> {
  const parts = texts.reduce((sum, text) => sum + smsSegments(text), 0)
  const dearest = Math.max(...Object.values(await readSetting(db, SMS_PRICES)))
  return { parts, most_kobo: kobo(parts * dearest) }
}
