import type { Behaviour } from './behaviour.ts'

/** How many verify calls of one transaction fail before it answers correctly. */
export const sentinel_verify_faults = 3

type Sentinel = { effect: string; behaviour: Partial<Behaviour>; declines?: boolean }

/**
 * Words before a `+` in a mail address that change what happens to that customer's payment:
 * `late-webhook+ada@example.com`. Several may be joined: `completed+no-webhook+ada@example.com`.
 */
export const email_sentinels: Record<string, Sentinel> = {
  declined: { effect: 'Every payment is declined', behaviour: {}, declines: true },
  completed: { effect: 'The browser is told “completed”', behaviour: { callback_status: 'completed' } },
  'failed-callback': {
    effect: 'Paid, yet the browser is told “failed”',
    behaviour: { callback_status: 'failed' },
  },
  'no-callback': {
    effect: 'Paid, but the browser never hears of it',
    behaviour: { callback_status: 'none' },
  },
  'no-webhook': { effect: 'No webhook is sent', behaviour: { webhook: 'none' } },
  'late-webhook': { effect: 'The webhook comes 20 seconds late', behaviour: { webhook: 'late' } },
  'duplicate-webhook': { effect: 'The webhook comes three times', behaviour: { webhook: 'duplicate' } },
  'reordered-webhook': {
    effect: 'After the success, an older “pending” webhook',
    behaviour: { webhook: 'reordered' },
  },
  'forged-webhook': {
    effect: 'Only a webhook with a wrong signature, claiming success',
    behaviour: { webhook: 'forged' },
  },
  'flat-webhook': { effect: 'The webhook has the older flat shape', behaviour: { webhook_shape: 'flat' } },
  pending: {
    effect: 'Pending first, successful 5 seconds later',
    behaviour: { settle: 'pending_then_success' },
  },
  'pending-fail': {
    effect: 'Pending first, failed 5 seconds later',
    behaviour: { settle: 'pending_then_failed' },
  },
  short: { effect: 'NGN 100 less than asked arrives', behaviour: { amount: 'short' } },
  excess: { effect: 'NGN 100 more than asked arrives', behaviour: { amount: 'excess' } },
  usd: { effect: 'The amount arrives in dollars', behaviour: { currency: 'USD' } },
  'verify-503': { effect: 'Paid, then the first 3 verify calls answer 503', behaviour: { verify: '503' } },
  'verify-429': { effect: 'Paid, then the first 3 verify calls answer 429', behaviour: { verify: '429' } },
  'verify-nonsense': {
    effect: 'Paid, then the first 3 verify calls answer HTML',
    behaviour: { verify: 'nonsense' },
  },
  'verify-missing': {
    effect: 'Paid, then the first 3 verify calls know no such transaction',
    behaviour: { verify: 'not_found' },
  },
  hang: { effect: 'Paid, then the first 3 verify calls hang', behaviour: { verify: 'hang' } },
  'script-fail': { effect: 'The payment frame fails to load', behaviour: { frame_failures: 1 } },
  'refund-503': { effect: 'A refund is done, but answers 503', behaviour: { refund: 'accept_then_503' } },
  'refund-pending': {
    effect: 'A refund is pending first, then completed',
    behaviour: { refund: 'pending_then_completed' },
  },
  'refund-fail': {
    effect: 'A refund is pending first, then fails',
    behaviour: { refund: 'pending_then_failed' },
  },
  bounce: { effect: 'Mail to this address is refused (550)', behaviour: { smtp: 'reject' } },
  'defer-mail': { effect: 'Mail to this address is put off (451)', behaviour: { smtp: 'defer' } },
}

/** Last four digits of a phone number that change what the SMS gateway does. */
export const phone_sentinels: Record<string, { effect: string; behaviour: Partial<Behaviour> }> = {
  '0401': { effect: 'Gateway says the API key is wrong (401)', behaviour: { sms: '401' } },
  '0402': { effect: 'Gateway says the credit is used up (402)', behaviour: { sms: '402' } },
  '0404': { effect: 'Accepted, never delivered', behaviour: { sms: 'undelivered' } },
  '0408': { effect: 'Gateway hangs', behaviour: { sms: 'hang' } },
  '0500': { effect: 'Gateway answers 500', behaviour: { sms: '500' } },
  '0503': { effect: 'Gateway answers 503', behaviour: { sms: '503' } },
  '0504': { effect: 'Sent, but the gateway answers 503', behaviour: { sms: 'accept_then_503' } },
}

export function sentinelsOf(email: string): {
  words: string[]
  behaviour: Partial<Behaviour>
  declines: boolean
} {
  const local = email.slice(0, Math.max(0, email.indexOf('@')))
  const found = { words: [] as string[], behaviour: {}, declines: false }
  if (!local.includes('+')) return found
  for (const word of local.toLowerCase().split('+').slice(0, -1)) {
    const sentinel = email_sentinels[word]
    if (!sentinel) continue
    found.words.push(word)
    found.behaviour = { ...found.behaviour, ...sentinel.behaviour }
    found.declines ||= sentinel.declines === true
  }
  return found
}

/** The behaviour set for everybody, overridden by the words in this customer's mail address. */
export function behaviourFor(behaviour: Behaviour, email: string): Behaviour {
  return email.includes('+') ? { ...behaviour, ...sentinelsOf(email).behaviour } : behaviour
}

export function smsBehaviourFor(behaviour: Behaviour, phone: string): Behaviour['sms'] {
  return phone_sentinels[phone.replace(/\D/g, '').slice(-4)]?.behaviour.sms ?? behaviour.sms
}
