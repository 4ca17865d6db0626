import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { Link } from 'react-router'
import type { FigureField } from '../../../domain/settings/figures.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useRefused } from '../../ui/forms/use-refused.ts'
import { MayContext } from '../../ui/may-context.ts'

type PanelProps = { heading: string; what: string; now: string; open?: boolean; children: ReactNode }

/** Settings that belong together, under a heading; each of them unfolds. */
export function PanelGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="mt-6">
      <h2 className="text-xl font-bold">{heading}</h2>
      <div className="card mt-3 divide-y divide-line">{children}</div>
    </div>
  )
}

/** One setting: its name and value; unfolded, what it does and its form. */
export function Panel({ heading, what, now, open = false, children }: PanelProps) {
  return (
    <section aria-label={heading}>
      <details className="unfolds group/panel" open={open}>
        <summary className="flex min-h-14 cursor-pointer items-center gap-4 px-5 py-3">
          <span className="min-w-0 grow">
            <h3 className="font-bold">{heading}</h3>
            {/* A few words of what it says; unfolded, each figure stands in its field. */}
            <span className="line-clamp-4 text-sm break-words text-ink-soft sm:line-clamp-2">{now}</span>
          </span>
          <ChevronDown aria-hidden="true" size={20} className="shrink-0 group-open/panel:rotate-180" />
        </summary>
        <div className="px-5 pb-5">
          <p className="mb-4 max-w-2xl text-sm text-ink-soft">{what}</p>
          {children}
        </div>
      </details>
    </section>
  )
}

/** What has a page of its own, among the settings. */
export function PanelLink({ to, heading, what }: { to: Address; heading: string; what: string }) {
  return (
    <Link to={to} className="flex min-h-14 items-center gap-4 px-5 py-3 hover:bg-sunken">
      <span className="min-w-0 grow">
        <span className="block font-bold">{heading}</span>
        <span className="block text-sm text-ink-soft">{what}</span>
      </span>
      <ChevronRight aria-hidden="true" size={20} className="shrink-0" />
    </Link>
  )
}

const withCommas = (digits: string) => Number(digits).toLocaleString('en-NG')

/** A setting made of figures; `version` is the one that a change is based on. */
export function FiguresPanel(props: {
  intent: string
  heading: string
  what: string
  button: string
  version: string
  fields: readonly FigureField[]
  /** What follows from it, below its form. */
  children?: ReactNode
}) {
  const { intent, heading, what, button, version, fields, children } = props
  const refused = useRefused(intent)
  const may_change = use(MayContext)(intent)
  const now = fields.map(({ label, text, choices }) => {
    const chosen = choices?.find(({ value }) => value === text)?.words
    return `${label}: ${chosen ?? (text.replace(/^\d{4,}$/, withCommas) || 'none')}`
  })
  return (
    <Panel heading={heading} what={what} now={now.join(' · ')} open={refused !== null}>
      {!may_change && <p className="text-sm">Only an owner changes this.</p>}
      <ActionForm intent={intent} button={button} busy="Saving…" look="brand">
        <input type="hidden" name="version" value={version} />
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {fields.map(({ name, label, hint, text, choices }) =>
            choices ? (
              <SelectField key={`${name} ${text}`} name={name} label={label} defaultValue={text}>
                {choices.map(({ value, words }) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </SelectField>
            ) : (
              <Field
                // Once saved, the field shows the stored value, even if it was typed in another way.
                key={`${name} ${text}`}
                name={name}
                label={label}
                defaultValue={text}
                inputMode="decimal"
                autoComplete="off"
                hint={hint}
              />
            ),
          )}
        </div>
      </ActionForm>
      {children}
    </Panel>
  )
}
