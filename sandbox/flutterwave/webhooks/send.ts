import { behaviourFor } from '../../behaviour/sentinels.ts'
import type { World } from '../../world.ts'
import type { Transaction } from '../transactions/book.ts'
import { envelopedCharge, flatCharge } from './bodies.ts'
import type { Webhook } from './book.ts'
import { proofHeaders } from './sign.ts'

/** Flutterwave: three retries after the first attempt, if retries are enabled on the dashboard. */
export const most_attempts = 4

const forged_hash = 'not-the-secret-hash'

type Letter = { kind: string; subject_id: number | null; body: object | string }

/** Tells the product of a concluded charge, as the switches and the sentinel words say. */
export function sendChargeWebhook(world: World, t: Transaction): void {
  const behaviour = behaviourFor(world.behaviour.current(), t.customer_email)
  const letter = (of: Transaction): Letter => ({
    kind: 'charge',
    subject_id: of.id,
    body: isFlat(behaviour.webhook_shape, of.id) ? flatCharge(of) : envelopedCharge(of),
  })
  switch (behaviour.webhook) {
    case 'none':
      break
    case 'normal':
      mail(world, letter(t))
      break
    case 'late':
      mail(world, letter(t), behaviour.webhook_late_seconds)
      break
    case 'duplicate':
      mail(world, letter(t))
      mail(world, letter(t))
      mail(world, letter(t), 1)
      break
    case 'reordered':
      mail(world, letter(t))
      mail(world, letter({ ...t, status: 'pending', processor_response: 'Transaction in progress' }), 1)
      break
    case 'forged':
      mail(world, letter({ ...t, status: 'successful' }), 0, forged_hash)
  }
}

const isFlat = (shape: 'enveloped' | 'flat' | 'alternate', id: number) =>
  shape === 'flat' || (shape === 'alternate' && id % 2 === 0)

/** Writes a signed webhook into the books, and sends it after this many sandbox seconds. */
export function mail(world: World, letter: Letter, delay_seconds = 0, secret?: string): void {
  const body = typeof letter.body === 'string' ? letter.body : JSON.stringify(letter.body)
  const { webhook_auth } = world.behaviour.current()
  const proof = proofHeaders(webhook_auth, secret ?? world.settings.webhook_secret, body)
  post(world, { ...letter, body }, { 'content-type': 'application/json', ...proof }, delay_seconds)
}

/** The same with the caller's own headers: for forged and malformed webhooks from the control page. */
export function post(
  world: World,
  letter: Letter & { body: string },
  headers: Record<string, string>,
  delay_seconds = 0,
): Webhook {
  const now_ms = world.now()
  const webhook = world.webhooks.add({
    ...letter,
    headers: JSON.stringify(headers),
    state: world.settings.webhook_url === null ? 'unsent' : 'queued',
    next_attempt_at_ms: now_ms + (delay_seconds * 1000) / world.settings.time_scale,
    created_at_ms: now_ms,
  })
  if (webhook.state === 'queued') attemptIn(world, webhook, delay_seconds)
  return webhook
}

/** Sends a stored webhook once more, unchanged. */
export function resend(world: World, id: number): Webhook | undefined {
  const webhook = world.webhooks.find(id)
  if (webhook) void attempt(world, { ...webhook, attempts: most_attempts })
  return webhook
}

/** After a restart, schedules webhooks whose first attempt or retry was still to come. */
export function resumeWebhooks(world: World) {
  for (const webhook of world.webhooks.queued()) {
    const wait_ms = Math.max(0, (webhook.next_attempt_at_ms ?? 0) - world.now())
    attemptIn(world, webhook, (wait_ms / 1000) * world.settings.time_scale)
  }
}

function attemptIn(world: World, webhook: Webhook, seconds: number) {
  if (seconds === 0) void attempt(world, webhook)
  else world.agenda.in(seconds, () => void attempt(world, webhook))
}

async function attempt(world: World, webhook: Webhook) {
  const url = world.settings.webhook_url
  if (url === null) return
  const attempted_at_ms = world.now()
  const answer = await world.post.post(url, JSON.parse(webhook.headers), webhook.body)
  if (!world.books.isOpen) return

  const delivered = answer.http_status === 200
  const attempts = webhook.attempts + 1
  const again = !delivered && attempts < most_attempts
  const retry_seconds = world.settings.webhook_retry_seconds
  const next_at_ms = again ? world.now() + (retry_seconds * 1000) / world.settings.time_scale : null
  world.webhooks.record(
    { webhook_id: webhook.id, attempted_at_ms, took_ms: world.now() - attempted_at_ms, ...answer },
    delivered ? 'delivered' : again ? 'queued' : 'failed',
    next_at_ms === null ? null : Math.round(next_at_ms),
  )
  if (again) attemptIn(world, { ...webhook, attempts }, retry_seconds)
}
