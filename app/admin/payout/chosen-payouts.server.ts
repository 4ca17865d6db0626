import { createHash } from 'node:crypto'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { formatNaira, sumKobo } from '../../../domain/money.ts'
import { payoutsChosen } from '../../../domain/payouts/admin-payouts.ts'
import { approvePayout } from '../../../domain/payouts/approve-payout.ts'
import { maskedAccount } from '../../../domain/payouts/payee.ts'
import type { Sent } from '../../account/screen-action.server.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, refusal } from '../../ui/forms/action-answer.ts'
import { askOnceMore, askProof, type Leaving } from '../money-leaves.server.ts'
import { whyNot } from './payout-words.server.ts'

const CONFIRMED = 'confirmed_payouts'
const MOST_CHOSEN = 100

type Payout = Awaited<ReturnType<typeof payoutsChosen>>[number]

/**
 * Approves the chosen payouts by transfer, one after the other, each as if it were alone: what is refused to one holds
 * up no other, and is said. All of them are shown before, with whose they are and the total; exactly what was shown is
 * sent.
 */
export async function transferChosen(services: AppServices, actor: Actor, form: FormData, sent: Sent) {
  const [seen_print, seen_ids = ''] = textOf(form, CONFIRMED).split('~')
  const ticked = chosenIn(form)
  // Without script the boxes are empty again when the question comes.
  const ids = ticked.length > 0 ? ticked : numbersIn(seen_ids)
  if (ids.length === 0) return refusal(form, 422, 'Please choose at least one payout.')
  if (ids.length > MOST_CHOSEN) return refusal(form, 422, `Please choose at most ${MOST_CHOSEN} at a time.`)
  const payouts = await payoutsChosen(services.db, ids)
  const amount_kobo = sumKobo(payouts.map(({ amount }) => amount))
  const asking = { services, sent, form, amount_kobo }
  const leaving = leavingOf(payouts, formatNaira(amount_kobo))
  if (seen_print !== fingerprintOf(payouts)) return askOnceMore(asking, leaving)
  const unproven = await askProof(asking, actor, () => leaving)
  if (unproven) return unproven

  const { made, firsts, problems } = await approveEach(services, actor, payouts)
  if (made === 0) return refusal(form, 409, ['None was approved.', ...problems].join(' '))
  const waiting = firsts.length > 0 ? [`A second admin must approve too: ${firsts.join(', ')}.`] : []
  return done(form, [`You approved ${made} of ${payouts.length} payouts.`, ...waiting, ...problems].join(' '))
}

/** Where the provider is silent twice in a row, what is left is not asked: it would wait as long for each. */
async function approveEach(services: AppServices, actor: Actor, payouts: readonly Payout[]) {
  const firsts: number[] = []
  const problems: string[] = []
  let made = 0
  let silent = 0
  for (const [place, payout] of payouts.entries()) {
    const answer = await approveOne(services, actor, payout)
    silent = answer === 'broken' || answer.ok || answer.reason !== 'provider_unavailable' ? 0 : silent + 1
    if (answer === 'broken') problems.push(`Payout ${payout.id}: something broke here, look whether it was approved.`)
    else if (!answer.ok) problems.push(problemOf(payout.id, answer))
    else made += 1
    if (answer !== 'broken' && answer.ok && answer.value === 'first_approval') firsts.push(payout.id)
    if (silent > 1) {
      const left = payouts.slice(place + 1).map(({ id }) => id)
      if (left.length > 0) problems.push(`Not asked any more: ${left.join(', ')}.`)
      break
    }
  }
  return { made, firsts, problems }
}

/** A fault of ours in one of them is logged and said, so that nobody wonders what became of the others. */
async function approveOne(services: AppServices, actor: Actor, payout: Payout) {
  const { id: payout_id, amount, bank_name, account_number, account_name } = payout
  const seen = { amount, bank_name, account_number, account_name }
  try {
    return await approvePayout(services, actor, { payout_id, seen, method: 'transfer' })
  } catch (err) {
    services.log.error({ err, payout_id }, 'approving one of several payouts broke off')
    return 'broken'
  }
}

function problemOf(id: number, answer: Extract<Awaited<ReturnType<typeof approvePayout>>, { ok: false }>): string {
  if (answer.reason === 'not_found' || answer.reason === 'fields') return `Payout ${id}: there is no such payout.`
  const words = whyNot(id, answer)
  return words.toLowerCase().includes(`payout ${id} `) ? words : `Payout ${id}: ${words}`
}

function leavingOf(payouts: readonly Payout[], total: string): Leaving {
  const many = payouts.length === 1 ? 'one payout' : `${payouts.length} payouts`
  const ids = payouts.map(({ id }) => id)
  return {
    subject: `payouts:${ids.join(',')}`,
    said: `You approve ${many}, ${total} in all, by bank transfer. This cannot be taken back.`,
    facts: payouts.map((payout) => [
      `Payout ${payout.id}`,
      `${formatNaira(payout.amount)} to ${payout.account_name}, ${maskedAccount(payout)}`,
    ]),
    button: `Pay ${total}`,
    confirms: { name: CONFIRMED, value: `${fingerprintOf(payouts)}~${ids.join(',')}` },
  }
}

/** Changes with anything that was shown, so that nothing else is confirmed. */
function fingerprintOf(payouts: readonly Payout[]): string {
  const shown = payouts.map(({ id, amount, bank_name, account_number, account_name }) => [
    id,
    amount,
    bank_name,
    account_number,
    account_name,
  ])
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
}

const chosenIn = (form: FormData) =>
  [...form.keys()].flatMap((name) => (name.startsWith('chosen_') ? numbersIn(name.slice('chosen_'.length)) : []))

const numbersIn = (text: string) => text.split(',').flatMap((one) => (/^\d{1,15}$/.test(one) ? [Number(one)] : []))
