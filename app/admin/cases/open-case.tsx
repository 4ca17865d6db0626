import { use } from 'react'
import { type CaseSubject, type SubjectKind, subject_kinds } from '../../../domain/cases/lifecycle.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useRefused } from '../../ui/forms/use-refused.ts'
import { MayContext } from '../../ui/may-context.ts'
import { useRequestKey } from '../use-request-key.ts'

const names: Readonly<Record<SubjectKind, string>> = {
  order: 'An order',
  payment: 'A payment',
  rider: 'A rider',
  kitchen: 'A kitchen',
  customer: 'A customer',
}

/** Opens a case: about `subject` where it is known, else about what is chosen. It unfolds in place. */
export function OpenCase({ subject, request_key }: { subject: CaseSubject | null; request_key: string }) {
  const refused = useRefused('open')
  const { key, renew } = useRequestKey(request_key)
  if (!use(MayContext)('open', '/admin/cases')) return null
  return (
    <details className="mt-3" open={refused !== null}>
      <summary className="min-h-11 content-center font-semibold text-link underline">Open a case</summary>
      <div className="mt-2 max-w-2xl">
        <ActionForm intent="open" action="/admin/cases" button="Open the case" busy="Opening…" onDone={renew}>
          <input type="hidden" name="request_key" value={key} />
          {subject ? (
            <>
              <input type="hidden" name="kind" value={subject.kind} />
              <input type="hidden" name="which" value={subject.id} />
            </>
          ) : (
            <>
              <SelectField name="kind" label="About" defaultValue="order">
                {subject_kinds
                  .filter((kind) => kind === 'order' || kind === 'customer')
                  .map((kind) => (
                    <option key={kind} value={kind}>
                      {names[kind]}
                    </option>
                  ))}
              </SelectField>
              <Field
                name="which"
                label="Its number"
                hint="The order’s number, or the customer’s phone. A rider, kitchen or payment: begin at their details."
                maxLength={40}
                autoComplete="off"
              />
            </>
          )}
          <Field name="title" label="What is it about?" maxLength={120} autoComplete="off" />
          <Field name="words" label="First note (optional)" multiline maxLength={2000} />
        </ActionForm>
      </div>
    </details>
  )
}
