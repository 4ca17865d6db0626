import type { DatabaseSync } from 'node:sqlite'

/** `queued` also between retries; `unsent` when no address was set. */
export type WebhookState = 'queued' | 'delivered' | 'failed' | 'unsent'

export type Webhook = {
  id: number
  /** What it is about: `charge`, `transfer`, `refund` or `custom`. */
  kind: string
  subject_id: number | null
  body: string
  /** JSON of the headers it is sent with. */
  headers: string
  state: WebhookState
  attempts: number
  next_attempt_at_ms: number | null
  created_at_ms: number
}

export type WebhookAttempt = {
  webhook_id: number
  attempted_at_ms: number
  /** 0 when no answer came. */
  http_status: number
  answer: string
  took_ms: number
}

export type WebhookBook = ReturnType<typeof openWebhookBook>

const schema = `
  create table if not exists webhooks (
    id integer primary key autoincrement, kind text not null, subject_id integer, body text not null,
    headers text not null, state text not null, attempts integer not null, next_attempt_at_ms integer,
    created_at_ms integer not null
  ) strict;
  create index if not exists webhooks_queued on webhooks (id) where state = 'queued';
  create table if not exists webhook_attempts (
    webhook_id integer not null, attempted_at_ms integer not null, http_status integer not null,
    answer text not null, took_ms integer not null
  ) strict;
  create index if not exists webhook_attempts_webhook on webhook_attempts (webhook_id);`

export function openWebhookBook(books: DatabaseSync) {
  books.exec(schema)
  const insert = books.prepare(
    `insert into webhooks (kind, subject_id, body, headers, state, attempts, next_attempt_at_ms, created_at_ms)
     values (?, ?, ?, ?, ?, 0, ?, ?)`,
  )
  const one = books.prepare('select * from webhooks where id = ?')
  const queued = books.prepare("select * from webhooks where state = 'queued'")
  const newest = books.prepare('select * from webhooks order by id desc limit ?')
  const by_state = books.prepare('select state, count(*) as n from webhooks group by state')
  const attempts_of = books.prepare('select * from webhook_attempts where webhook_id = ? order by attempted_at_ms')
  const insert_attempt = books.prepare('insert into webhook_attempts values (?, ?, ?, ?, ?)')
  const progress = books.prepare(
    'update webhooks set state = ?, attempts = attempts + 1, next_attempt_at_ms = ? where id = ?',
  )

  return {
    add(row: Omit<Webhook, 'id' | 'attempts'>): Webhook {
      const { lastInsertRowid } = insert.run(
        row.kind,
        row.subject_id,
        row.body,
        row.headers,
        row.state,
        row.next_attempt_at_ms,
        row.created_at_ms,
      )
      return { id: Number(lastInsertRowid), attempts: 0, ...row }
    },
    find: (id: number) => one.get(id) as Webhook | undefined,
    queued: () => queued.all() as Webhook[],
    newest: (limit: number) => newest.all(limit) as Webhook[],
    attemptsOf: (id: number) => attempts_of.all(id) as WebhookAttempt[],
    countByState: () => Object.fromEntries(by_state.all().map((row) => [String(row.state), Number(row.n)])),
    record(attempt: WebhookAttempt, state: WebhookState, next_attempt_at_ms: number | null) {
      const { webhook_id, attempted_at_ms, http_status, answer, took_ms } = attempt
      insert_attempt.run(webhook_id, attempted_at_ms, http_status, answer, took_ms)
      progress.run(state, next_attempt_at_ms, webhook_id)
    },
  }
}
