import { useEffect, useRef, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { ActionForm } from '../../ui/action-form.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'

type Person = { user_id: string; name: string }

export type TabletView = {
  /** Who is there, and for how many seconds more if they change nothing; null where nobody said so. */
  present: (Person & { seconds_left: number }) | null
  people: readonly Person[]
}

/** Whether a tablet asks who is there: nobody said so, or the quiet minutes are over, also while the line is down. */
export function useAsksWho(tablet: TabletView | null): boolean {
  const { revalidate } = useRevalidator()
  const present = tablet?.present ?? null
  const [over, setOver] = useState<TabletView['present']>(null)
  useEffect(() => {
    if (!present) return
    const asks_again = setTimeout(() => {
      setOver(present)
      void revalidate()
    }, present.seconds_left * 1000)
    return () => clearTimeout(asks_again)
  }, [present, revalidate])
  return tablet !== null && (present === null || over === present)
}

/** Above every screen of a kitchen's tablet: who is there, or the question. */
export function WhoIsHere({ tablet: { present, people }, asks }: { tablet: TabletView; asks: boolean }) {
  if (asks || !present) return <Question people={people} />
  return (
    <section
      aria-label="Who is here"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line px-4 py-2"
    >
      <p className="min-w-0 break-words">
        <strong>{present.name}</strong> is here.
      </p>
      <ActionForm intent="leave" action="/vendor-tablet" button="I am done" busy="One moment…" look="quiet" />
    </section>
  )
}

/** Where a dialog stands open, the question comes over it: what was typed there waits for its answer. */
function Question({ people }: Pick<TabletView, 'people'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [is_over, setOver] = useState(
    () => typeof document !== 'undefined' && document.querySelector('dialog:modal') !== null,
  )
  useEffect(() => {
    if (is_over) dialog.current?.showModal()
  }, [is_over])
  return is_over ? (
    <dialog
      ref={dialog}
      aria-labelledby="who-heading"
      className="sheet m-auto w-[calc(100vw-2rem)] max-w-md rounded-card bg-surface p-5 text-ink shadow-raised"
      onClose={() => setOver(false)}
    >
      <WhoForm people={people} />
    </dialog>
  ) : (
    <section aria-labelledby="who-heading" className="card mb-6 max-w-xl border-2 border-brand p-5 print:hidden">
      <WhoForm people={people} />
    </section>
  )
}

function WhoForm({ people }: Pick<TabletView, 'people'>) {
  const { pathname, search } = useLocation()
  const waits = pathname === '/vendor-tablet' && search
  return (
    <>
      <h2 id="who-heading" className="text-xl font-bold">
        Who is here?
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        Say who you are, then you can accept, finish and change. After five quiet minutes the tablet asks again.
      </p>
      <ActionForm
        intent="enter"
        action={waits ? `/vendor-tablet?${waits.slice(1)}` : '/vendor-tablet'}
        button="It is me"
        busy="One moment…"
        noValidate
      >
        <SelectField name="user_id" label="Your name" defaultValue="" required>
          <option value="">Please choose</option>
          {people.map(({ user_id, name }) => (
            <option key={user_id} value={user_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Field
          name="own_pin"
          label="Your PIN"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          required
          maxLength={6}
        />
      </ActionForm>
    </>
  )
}
