import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { Urgency } from '../../../domain/desk/kinds.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { PhoneLink } from '../phone-link.tsx'
import { waiting_words } from './waiting-kinds.ts'
import type { WaitingLineView, WaitingPart } from './waiting-words.server.ts'

const names: Readonly<Record<Urgency, { name: string; edge: string }>> = {
  now: { name: 'Now: it cannot wait', edge: 'border-l-4 border-bad' },
  today: { name: 'Today: money and words that are stuck', edge: 'border-l-4 border-plantain' },
  soon: { name: 'Next: who waits for a decision', edge: '' },
}

/** What somebody has to do, worst first, each with its action. */
export function NeedsAttention({ parts, looks_on }: { parts: readonly WaitingPart[]; looks_on: boolean }) {
  const count = parts.reduce((all, part) => all + part.count, 0)
  return (
    <section aria-labelledby="attention" className="mt-6">
      <h2 id="attention" className="mb-3 text-xl font-bold">
        Needs attention now{count > 0 && ` (${count})`}
      </h2>
      <AnswerBoard>
        {count === 0 && (
          <p className="card flex items-center gap-3 p-5">
            <CircleCheck aria-hidden="true" size={22} className="shrink-0 text-good" />
            {looks_on ? 'Your role looks on: nothing waits for you.' : 'Nothing waits for you.'}
          </p>
        )}
        {parts.map((part) => (
          <section key={part.urgency} aria-labelledby={`attention-${part.urgency}`} className="mt-4">
            <h3 id={`attention-${part.urgency}`} className="font-bold">
              {names[part.urgency].name} <span className="money font-normal text-ink-soft">{part.count}</span>
            </h3>
            <ul className={`card mt-2 divide-y divide-line overflow-hidden ${names[part.urgency].edge}`}>
              {part.lines.map((line) => (
                <Line key={line.key} line={line} />
              ))}
              {part.more.map(({ kind, count: more }) => (
                <li key={kind} className="px-4 py-3">
                  <Link className="text-link underline" to={waiting_words[kind].list}>
                    {more} more {waiting_words[kind].many}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </AnswerBoard>
    </section>
  )
}

function Line({ line }: { line: WaitingLineView }) {
  const { names: chips, what, detail, since, phone, photo, case: its_case, to, open, form } = line
  const facts = [detail, since && `since ${since}`].filter(Boolean).join(', ')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-72 break-words">
        <p className="flex flex-wrap gap-1">
          {chips.map((name) => (
            <StatusChip key={name} status={name} />
          ))}
        </p>
        <p className="mt-1 font-semibold">{what}</p>
        <p className="text-sm text-ink-soft">
          {facts}
          {phone && (
            <>
              {'. '}
              {phone.of} <PhoneLink number={phone.number} />
            </>
          )}
          {photo && (
            <>
              {'. '}
              <a className="text-link underline" href={photo}>
                Photo
              </a>
            </>
          )}
          {its_case && (
            <>
              {'. '}
              <Link className="text-link underline" to={its_case.to}>
                {its_case.words}
              </Link>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {form && (
          <ActionForm
            intent={form.intent}
            action={form.action}
            subject={form.subject}
            look="quiet"
            button={form.button}
            busy="One moment…"
          >
            {Object.entries(form.fields ?? {}).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {form.choose && (
              <SelectField name={form.choose.name} label={form.choose.label}>
                {form.choose.options.map(({ value, words }) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </SelectField>
            )}
          </ActionForm>
        )}
        <Link className={buttonClass('quiet')} to={to} aria-label={`${open}: ${what}`}>
          {open}
        </Link>
      </div>
    </li>
  )
}
