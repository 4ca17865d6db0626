import { announce, leave, type Payment, session, tellShop } from './merchant.ts'
import { wireFields, wireTabs } from './methods.ts'
import { say, showStep, startAgain, write } from './steps.ts'
import { askAgain, countDown } from './waiting.ts'

type Progress = {
  step?: string
  transaction_id?: number
  status?: string
  message?: string
  refusal?: string
  code?: string
  bank?: string
  callback?: Payment | null
  account?: { number: string; bank: string; amount: number; expires_at: string }
}

const first_calls = ['card', 'ussd', 'bank-transfer']
const naira = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' })
let charge_id: number | undefined
let pending_was_told = false

async function send(name: string, body: object): Promise<void> {
  say('')
  const path = first_calls.includes(name) ? name : `charges/${charge_id}/${name}`
  await show(
    await call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
}

async function call(path: string, request?: RequestInit): Promise<Progress> {
  const answer = await fetch(`/flutterwave/pay/${session?.id}/${path}`, request)
  return answer.json()
}

function show(progress: Progress): void {
  if (progress.refusal !== undefined) {
    say(progress.refusal)
    return
  }
  charge_id = progress.transaction_id
  switch (progress.step) {
    case 'done':
      conclude(progress)
      break
    case 'waiting':
      wait(progress.callback ?? null)
      break
    case 'ussd_code':
      write('ussd_code', { code: progress.code ?? '', bank: progress.bank ?? '' })
      showStep('ussd_code')
      break
    case 'transfer':
      if (progress.account) showAccount(progress.account)
      showStep('transfer')
      break
    default:
      showStep(progress.step ?? '')
  }
}

function showAccount({ number, bank, amount, expires_at }: NonNullable<Progress['account']>): void {
  write('transfer', { number, bank, amount: naira.format(amount) })
  countDown(expires_at)
}

function wait(callback: Payment | null): void {
  if (callback && !pending_was_told) {
    pending_was_told = true
    tellShop(callback)
  }
  const step = pending_was_told ? 'pending' : 'waiting'
  if (document.querySelector<HTMLElement>(`[data-step="${step}"]`)?.hidden) showStep(step)
  askAgain(async () => show(await call(`charges/${charge_id}/progress`)))
}

function conclude({ status, message, callback }: Progress): void {
  if (status === 'successful') showStep('paid')
  else {
    startAgain()
    say(`Payment failed: ${message}. You can try again.`)
  }
  pending_was_told = false
  tellShop(callback ?? null)
}

function wireForms(): void {
  const failed = () => say('The connection was lost. Try again.')
  for (const form of document.querySelectorAll('form')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      send(form.dataset.post ?? '', Object.fromEntries(new FormData(form))).catch(failed)
    })
  }
  for (const button of document.querySelectorAll<HTMLElement>('button[data-send]')) {
    button.addEventListener('click', () => {
      send(button.dataset.post ?? '', JSON.parse(button.dataset.send ?? '{}')).catch(failed)
    })
  }
}

/** Keeps the focus in the window: after the last control comes the first again. */
function keepFocus(event: KeyboardEvent): void {
  if (event.key === 'Escape') leave()
  if (event.key !== 'Tab') return
  const controls = [...document.querySelectorAll<HTMLElement>('button, input, select, summary')].filter(
    (control) => control.tabIndex >= 0 && control.checkVisibility(),
  )
  const [first] = controls
  const last = controls.at(-1)
  const leaving = event.shiftKey ? first : last
  if (document.activeElement !== leaving) return
  event.preventDefault()
  const entering = event.shiftKey ? last : first
  entering?.focus()
}

/** The page around the frame can only focus the frame as a whole; this moves the focus to the first control. */
function enter(): void {
  if (document.activeElement !== document.body) return
  const tab = document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
  const start = tab ?? document.querySelector<HTMLElement>('[data-close]')
  start?.focus()
}

for (const button of document.querySelectorAll('[data-close]')) button.addEventListener('click', leave)
document.addEventListener('keydown', keepFocus)
wireTabs()
wireFields()
wireForms()
announce()
enter()
addEventListener('focus', enter)
