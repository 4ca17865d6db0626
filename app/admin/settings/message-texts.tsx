import { useId, useState } from 'react'
import { sampleOf, type TemplateKey, template_keys, templateOf } from '../../../domain/notifications/forms.ts'
import { ONE_PART } from '../../../domain/notifications/words/sms-text.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useRefused } from '../../ui/forms/use-refused.ts'
import { StatusChip } from '../../ui/status-chip.tsx'

export type SavedTexts = { version: string; texts: Readonly<Partial<Record<TemplateKey, string>>> }

/**
 * Every text message, each with a form that unfolds: its words, what can stand in them, and how it reads on a phone.
 */
export function MessageTexts({ saved }: { saved: SavedTexts }) {
  return (
    <ul className="divide-y divide-line">
      {template_keys.map((template) => (
        <li key={template} className="py-3">
          <details className="unfolds">
            <summary className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-semibold">{templateOf(template).name}</span>
              {saved.texts[template] !== undefined && <StatusChip status="Changed" />}
              <span className="ml-auto font-semibold text-link underline">Edit</span>
            </summary>
            <TextForm template={template} saved={saved} />
          </details>
        </li>
      ))}
    </ul>
  )
}

function TextForm({ template, saved }: { template: TemplateKey; saved: SavedTexts }) {
  const { name, text: ours, samples, required } = templateOf(template)
  const subject = { name: 'template', value: template }
  const refused = useRefused('message_text', subject)
  const stands = saved.texts[template] ?? ours
  const [typed, setTyped] = useState(refused?.typed.text ?? stands)
  return (
    <div className="mt-3 grid gap-4 rounded-control border border-line bg-sunken p-4">
      {/* Typing in the field below updates this preview. */}
      <div
        onInput={(event) => {
          if (event.target instanceof HTMLTextAreaElement) setTyped(event.target.value)
        }}
      >
        <ActionForm
          intent="message_text"
          subject={subject}
          button="Save this text"
          busy="Saving…"
          look="brand"
          onDone={() => setTyped((text) => text.replace(/\s+/g, ' ').trim())}
        >
          <input type="hidden" name="version" value={saved.version} />
          <Field
            key={stands}
            name="text"
            label={name}
            multiline
            maxLength={600}
            defaultValue={stands}
            hint={<Placeholders samples={samples} required={required} />}
          />
        </ActionForm>
      </div>
      <Preview text={sampleOf(template, typed)} />
      {stands !== ours && (
        <ActionForm
          intent="message_text_reset"
          subject={subject}
          button="Back to our text"
          busy="One moment…"
          look="quiet"
          onDone={() => setTyped(ours)}
        >
          <input type="hidden" name="version" value={saved.version} />
        </ActionForm>
      )}
    </div>
  )
}

function Placeholders(props: { samples: Readonly<Record<string, string>>; required: readonly string[] }) {
  return (
    <>
      Filled in for each message:{' '}
      {Object.keys(props.samples).map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code>{`{${name}}`}</code>
          {props.required.includes(name) && ' (needed)'}
        </span>
      ))}
      .
    </>
  )
}

/** How it reads on a phone on a typical day, and how much of one part it takes. */
function Preview({ text }: { text: string }) {
  const id = useId()
  const fits = text.length <= ONE_PART
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id} className="text-sm font-semibold text-ink-soft">
        On the phone, for example
      </figcaption>
      <p className="mt-1 max-w-prose rounded-card border border-line bg-surface px-4 py-3 wrap-anywhere">
        {text || '…'}
      </p>
      <p className={`mt-1 text-sm ${fits ? 'text-ink-soft' : 'font-semibold text-bad'}`}>
        {text.length} of {ONE_PART} characters{fits ? '' : ': too long for one message'}
      </p>
    </figure>
  )
}
