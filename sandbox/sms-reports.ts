import { createHmac } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { World } from './world.ts'

/** A delivery report, posted or waiting. */
type SmsReport = {
  id: number
  url: string
  headers: string
  body: string
  due_at_ms: number
  attempts: number
  state: 'queued' | 'taken' | 'given_up'
}

const most_attempts = 4

export type SmsReportBook = ReturnType<typeof openSmsReportBook>

export function openSmsReportBook(books: DatabaseSync) {
  books.exec(`create table if not exists sms_reports (
    id integer primary key autoincrement, url text not null, headers text not null, body text not null,
    due_at_ms integer not null, attempts integer not null, state text not null
  ) strict;`)
  const insert = books.prepare(
    "insert into sms_reports (url, headers, body, due_at_ms, attempts, state) values (?, ?, ?, ?, 0, 'queued')",
  )
  const one = books.prepare('select * from sms_reports where id = ?')
  const queued = books.prepare("select * from sms_reports where state = 'queued'")
  const progress = books.prepare(
    'update sms_reports set state = ?, attempts = attempts + 1, due_at_ms = ? where id = ?',
  )
  return {
    add(report: { url: string; headers: string; body: string; due_at_ms: number }): number {
      const { url, headers, body, due_at_ms } = report
      return Number(insert.run(url, headers, body, Math.round(due_at_ms)).lastInsertRowid)
    },
    find: (id: number) => one.get(id) as SmsReport | undefined,
    queued: () => queued.all() as SmsReport[],
    record(id: number, state: SmsReport['state'], due_at_ms: number) {
      progress.run(state, Math.round(due_at_ms), id)
    },
  }
}

/**
 * Posts a message's reports as the switch says: `bodies` are the gateway's, the last one final. If reordered, an
 * earlier one follows the final one.
 */
export function postSmsReports(
  world: World,
  address: { url: string; secret: string | null },
  bodies: { earlier: object; final: object },
  seconds: number,
): void {
  const mode = world.behaviour.current().sms_report
  if (mode === 'none') return
  postIn(world, address, bodies.final, seconds)
  if (mode === 'duplicate') postIn(world, address, bodies.final, seconds)
  if (mode === 'reordered') postIn(world, address, bodies.earlier, seconds + 1)
}

function postIn(world: World, { url, secret }: { url: string; secret: string | null }, said: object, seconds: number) {
  const body = JSON.stringify(said)
  const headers = {
    'content-type': 'application/json',
    ...(secret && { 'x-termii-signature': createHmac('sha512', secret).update(body).digest('hex') }),
  }
  const due_at_ms = world.now() + (seconds * 1000) / world.settings.time_scale
  const id = world.sms_reports.add({ url, headers: JSON.stringify(headers), body, due_at_ms })
  world.agenda.in(seconds, () => void attempt(world, id))
}

/** After a restart, schedules reports that were still waiting. */
export function resumeSmsReports(world: World): void {
  for (const { id, due_at_ms } of world.sms_reports.queued()) {
    const wait_ms = Math.max(0, due_at_ms - world.now())
    world.agenda.in((wait_ms / 1000) * world.settings.time_scale, () => void attempt(world, id))
  }
}

async function attempt(world: World, id: number) {
  if (!world.books.isOpen) return
  const report = world.sms_reports.find(id)
  if (report?.state !== 'queued') return
  const answer = await world.post.post(report.url, JSON.parse(report.headers), report.body)
  if (!world.books.isOpen) return
  const taken = answer.http_status === 200
  const again = !taken && report.attempts + 1 < most_attempts
  const retry_seconds = world.settings.webhook_retry_seconds
  world.sms_reports.record(
    id,
    taken ? 'taken' : again ? 'queued' : 'given_up',
    world.now() + (retry_seconds * 1000) / world.settings.time_scale,
  )
  if (again) world.agenda.in(retry_seconds, () => void attempt(world, id))
}
