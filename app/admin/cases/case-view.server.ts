import { randomUUID } from 'node:crypto'
import type { CaseRow, findCase } from '../../../domain/cases/case-lists.ts'
import type { CaseSubject, SubjectKind } from '../../../domain/cases/lifecycle.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import type { SaidMessage } from '../../../domain/desk/said-about-case.ts'
import { masked } from '../../../domain/notifications/outbox/list-messages.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { actorInWords } from '../audit/audit-view.server.ts'
import { phraseOf } from '../audit/sentences.ts'
import { messageAbout } from '../messages/message-view.server.ts'
import type { Sees } from '../sees.ts'

/** What is shown of what a case is about, and where that is; `order_id` of the payment's order. */
export type SubjectView = { text: string; to: Address | null }

/** A subject in words, with the way to it for who may go there. A customer's number only for who sees numbers. */
export function subjectView(subject: CaseSubject, name: string | null, sees: Sees): SubjectView {
  const { kind, id } = subject
  if (kind === 'customer') {
    if (id === '') return { text: 'a customer, whose number is not kept any longer', to: null }
    const number = sees.contacts ? formatPhone(id) : masked(id)
    return { text: `the customer ${number}`, to: sees.customers ? '/admin/customers' : null }
  }
  if (name === null) return { text: gone[kind], to: null }
  return { text: name, to: kind === 'payment' && !sees.money ? null : places[kind](id, name) }
}

const gone: Readonly<Record<SubjectKind, string>> = {
  order: 'an order that is gone',
  payment: 'a payment that is gone',
  rider: 'a rider who is gone',
  kitchen: 'a kitchen that is gone',
  customer: '',
}

const places: Readonly<Record<SubjectKind, (id: string, name: string) => Address | null>> = {
  order: (id) => `/admin/orders/${id}`,
  // Its name ends with the reference, by which the charge is found; where there is an order, the page leads there.
  payment: (_, name) => `/admin/transactions?q=${encodeURIComponent(name.split(' ').at(-1) ?? '')}`,
  rider: (id) => `/admin/riders?rider=${id}`,
  kitchen: (id) => `/admin/vendors?vendor=${id}`,
  customer: () => '/admin/customers',
}

/** A case as lists show it. */
export function caseView({ of, about, has_it, left }: CaseRow, sees: Sees, now: Date) {
  const subject: CaseSubject = { kind: of.subject_kind, id: of.subject_id }
  return {
    id: of.id,
    title: of.title || 'Its title is not kept any longer',
    status: of.status,
    about: subjectView(subject, about, sees),
    /** "Sade", or "Nobody", and who had it and left. */
    has_it: has_it ?? 'Nobody',
    left: left === null ? null : `${left}, who had it, left`,
    due: of.due_at && formatCampusDateTime(of.due_at),
    is_late: of.status === 'Open' && of.due_at !== null && of.due_at <= now,
    opened: formatCampusDateTime(of.opened_at),
  }
}

export type CaseView = ReturnType<typeof caseView>

/** One case with all that was written and done, oldest first. */
export function caseDetails(found: NonNullable<Awaited<ReturnType<typeof findCase>>>, sees: Sees, now: Date) {
  const { of, notes, decisions, opened_by } = found
  const lines = [
    // In this sequence where both happened in one commit.
    ...decisions.map(({ id, action, actor, reason, acted_at, after }) => ({
      ...{ key: `done ${id}`, at: acted_at, who: actorInWords(actor), text: reason, photo: null },
      what: phraseOf(action, 'the case') + told(action, after),
    })),
    ...notes.map(({ id, text, photo, who, written_at }) => ({
      ...{ key: `note ${id}`, at: written_at, what: null, text, photo, who },
    })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return {
    ...caseView(found, sees, now),
    closed: of.closed_at && formatCampusDateTime(of.closed_at),
    opened_by,
    /** As the forms must send back what they were shown. */
    assignee_id: of.assignee_id ?? '',
    due_at: of.due_at?.toISOString() ?? '',
    due_field: of.due_at ? campusField(of.due_at) : '',
    last_note: notes.at(-1)?.id ?? 0,
    request_key: randomUUID(),
    lines: lines.map(({ at, ...line }) => ({ ...line, when: formatCampusDateTime(at) })),
  }
}

export type CaseDetails = ReturnType<typeof caseDetails>

/** Whom it went to, or by when it is due, after what was done. */
function told(action: string, after: unknown): string {
  const parts = (after ?? {}) as { assignee?: unknown; due_at?: unknown }
  if (action === 'case_assigned') return typeof parts.assignee === 'string' ? `, to ${parts.assignee}` : ', to nobody'
  if (action !== 'case_due_set') return ''
  return typeof parts.due_at === 'string' ? `: ${formatCampusDateTime(new Date(parts.due_at))}` : ': no day'
}

const CAMPUS_AHEAD_MS = 3_600_000

/** An instant as a field of day and time holds it, in campus time: "2026-03-10T12:30". */
const campusField = (instant: Date) => new Date(instant.getTime() + CAMPUS_AHEAD_MS).toISOString().slice(0, 16)

const channels = { sms: 'SMS', mail: 'Mail', push: 'Push' } as const

/** A message to who a case is about, with its words. */
export function saidView({ id, channel, dedupe_key, subject, body, status, created_at }: SaidMessage) {
  return {
    ...{ id, status, when: formatCampusDateTime(created_at) },
    what: `${channels[channel]}: ${messageAbout(dedupe_key)}`,
    words: [subject, body].filter(Boolean).join('. ') || 'Its words are not kept any longer.',
  }
}

export type SaidView = ReturnType<typeof saidView>
