import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Checkout } from './config.ts'

/** One opening of the checkout page: inside a merchant's page, or as a page of its own behind a payment link. */
export type CheckoutSession = {
  id: string
  mode: 'inline' | 'hosted'
  tx_ref: string
  checkout: Checkout
  state: 'open' | 'disabled' | 'failed_to_load'
  created_at_ms: number
  expires_at_ms: number
}

export type SessionBook = ReturnType<typeof openSessionBook>

const schema = `
  create table if not exists checkout_sessions (
    id text primary key, mode text not null, tx_ref text not null, checkout text not null, state text not null,
    created_at_ms integer not null, expires_at_ms integer not null
  ) strict;
  create index if not exists checkout_sessions_tx_ref on checkout_sessions (tx_ref);`

const default_duration_minutes = 60
const longest_duration_minutes = 1440

export function openSessionBook(books: DatabaseSync) {
  books.exec(schema)
  const insert = books.prepare('insert into checkout_sessions values (?, ?, ?, ?, ?, ?, ?)')
  const one = books.prepare('select * from checkout_sessions where id = ?')
  const disable = books.prepare("update checkout_sessions set state = 'disabled' where id = ? and state = 'open'")
  const failed = books.prepare("select 1 from checkout_sessions where tx_ref = ? and state = 'failed_to_load' limit 1")

  return {
    open(mode: CheckoutSession['mode'], checkout: Checkout, state: CheckoutSession['state'] = 'open') {
      const minutes = checkout.configurations.session_duration || default_duration_minutes
      const created_at_ms = Date.now()
      const session: CheckoutSession = {
        id: randomBytes(10).toString('hex'),
        mode,
        tx_ref: checkout.tx_ref,
        checkout,
        state,
        created_at_ms,
        expires_at_ms: created_at_ms + Math.min(minutes, longest_duration_minutes) * 60_000,
      }
      const { id, tx_ref, expires_at_ms } = session
      insert.run(id, mode, tx_ref, JSON.stringify(checkout), state, created_at_ms, expires_at_ms)
      return session
    },
    find(id: string): CheckoutSession | undefined {
      const row = one.get(id)
      if (!row) return undefined
      return { ...row, checkout: JSON.parse(String(row.checkout)) } as CheckoutSession
    },
    disable: (id: string): boolean => disable.run(id).changes === 1,
    failedToLoad: (tx_ref: string): boolean => failed.get(tx_ref) !== undefined,
  }
}
