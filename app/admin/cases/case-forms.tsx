import { use, useState } from 'react'
import { canMoveCase } from '../../../domain/cases/lifecycle.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { MayContext } from '../../ui/may-context.ts'
import { Notice } from '../../ui/notice.tsx'
import { useRequestKey } from '../use-request-key.ts'
import type { CaseDetails } from './case-view.server.ts'

type Worker = { user_id: string; name: string; role: string }

type CaseFormsProps = { found: CaseDetails; workers: readonly Worker[] }

/** What can be done with a case as it stands: note, hand on, say by when, close; or open it again. */
export function CaseForms({ found, workers }: CaseFormsProps) {
  const { key, renew } = useRequestKey(found.request_key)
  const [has_note, setHasNote] = useState(false)
  if (!use(MayContext)('note')) return null
  const is_closed = canMoveCase('reopen', found.status)
  return (
    <div className="grid grid-cols-1 gap-5">
      {is_closed && <OpenAgain />}
      {/* The form of a note that is being written outlives a close by somebody else. */}
      {(!is_closed || has_note) && (
        <div key="note" className="card min-w-0 p-5" onInput={() => setHasNote(true)}>
          {is_closed && (
            <div className="mb-4">
              <Notice kind="warn">
                Somebody closed this case while you were writing. Open it again, then write your note: it is still here.
              </Notice>
            </div>
          )}
          <ActionForm
            key={key}
            intent="note"
            button="Write the note"
            busy="Writing…"
            multipart
            onDone={() => {
              setHasNote(false)
              renew()
            }}
          >
            <input type="hidden" name="request_key" value={key} />
            <Field name="words" label="Note" hint="All admins read it." multiline maxLength={2000} />
            <FileField name="picture" label="Photo (optional)" accept="image/*" hint="At most 15 MB." />
          </ActionForm>
        </div>
      )}
      {!is_closed && <OpenForms found={found} workers={workers} />}
    </div>
  )
}

function OpenAgain() {
  return (
    <div>
      <ConfirmWithReason
        intent="reopen"
        ask="Open it again…"
        what="It stands among the open cases again, and who had it has it again."
        button="Open it again"
        busy="Opening…"
        reason={{ label: 'Why?', hint: 'Kept in the history.' }}
      />
    </div>
  )
}

/** Who has an open case, by when it is due, and its end. */
function OpenForms({ found, workers }: CaseFormsProps) {
  const is_held = workers.some(({ user_id }) => user_id === found.assignee_id)
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <div className="card min-w-0 p-5">
          <ActionForm key={found.assignee_id} intent="assign" button="Hand it on" busy="Handing on…" look="quiet">
            <input type="hidden" name="shown" value={found.assignee_id} />
            <SelectField name="to" label="Who has it" defaultValue={is_held ? found.assignee_id : ''}>
              <option value="">Nobody</option>
              {workers.map(({ user_id, name, role }) => (
                <option key={user_id} value={user_id}>
                  {name}, {role}
                </option>
              ))}
            </SelectField>
          </ActionForm>
        </div>
        <div className="card min-w-0 p-5">
          <ActionForm key={found.due_at} intent="set_due" button="Set the day" busy="Setting…" look="quiet">
            <input type="hidden" name="shown" value={found.due_at} />
            <Field
              name="due"
              type="datetime-local"
              label="Due by"
              hint="Campus time; empty for no day."
              defaultValue={found.due_field}
            />
          </ActionForm>
        </div>
      </div>
      <ConfirmWithReason
        intent="close"
        ask="Close…"
        what="It leaves the open cases; it can be opened again."
        button="Close the case"
        busy="Closing…"
        reason={{ label: 'What came of it?', hint: 'Kept in the history.' }}
      >
        <input type="hidden" name="last_note" value={found.last_note} />
      </ConfirmWithReason>
    </>
  )
}
