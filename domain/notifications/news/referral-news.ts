import { campusDate, MINUTE_MS } from '../../clock.ts'
import type { Reaction } from '../../events.ts'
import { queueMessages } from '../outbox/queue-message.ts'
import { friendCameSms } from '../words/customer-templates.ts'

/** Tells whoever brought a friend what they have for it. */
export const tellReferrer: Reaction<'referral_rewarded'> = async (tx, { reward }, now) => {
  const { id, for_phone, code, amount, ends_at } = reward
  if (for_phone === null || code === null || amount === null || ends_at === null) return
  const last_day = campusDate(new Date(ends_at.getTime() - MINUTE_MS))
  const text = friendCameSms({ amount, code, last_day })
  await queueMessages(tx, [{ channel: 'sms', dedupe_key: `friend_came_sms:${id}`, to: for_phone, text }], now)
}
