import { use, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field, FieldError, RefusedContext, useAnswered } from '../../ui/forms/field.tsx'

type Person = { user_id: string; name: string }
/** With how many figures their PIN has; null where that is not known. */
type Known = Person & { pin_length: number | null }

export type TabletView = {
  /** Who is there, and for how many seconds more if they change nothing; null where nobody said so. */
  present: (Person & { seconds_left: number }) | null
  people: readonly Known[]
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
        <WhoFields people={people} />
      </ActionForm>
    </>
  )
}

const chosen_look =
  'cursor-pointer has-checked:bg-brand! has-checked:text-on-brand! has-focus-visible:outline-2 outline-offset-2'

const pinIn = (fields: HTMLElement | null) => fields?.querySelector<HTMLInputElement>('[name=own_pin]')

/** A name is one press, and with its last figure a PIN is sent: whoever cooks has one hand. */
function WhoFields({ people }: Pick<TabletView, 'people'>) {
  const [only] = people.length === 1 ? people : []
  const { error, typed } = useAnswered('user_id')
  const [chosen, choose] = useState(typed ?? only?.user_id)
  const fields = useRef<HTMLDivElement>(null)
  const error_id = useId()
  const length = people.find(({ user_id }) => user_id === chosen)?.pin_length
  // What is typed next takes the place of a wrong PIN.
  const refused = use(RefusedContext)
  useEffect(() => {
    if (refused) pinIn(fields.current)?.select()
  }, [refused])
  return (
    <div ref={fields} className="grid gap-3">
      <fieldset aria-describedby={error_id}>
        <legend className="font-semibold">Your name</legend>
        <div className="mt-1 flex flex-wrap gap-2">
          {people.map(({ user_id, name }) => (
            <label key={user_id} className={buttonClass('quiet', chosen_look)}>
              <input
                type="radio"
                name="user_id"
                value={user_id}
                required
                defaultChecked={user_id === chosen}
                className="sr-only"
                onClick={() => {
                  choose(user_id)
                  pinIn(fields.current)?.focus()
                }}
              />
              {name}
            </label>
          ))}
        </div>
        <FieldError id={error_id} error={error} />
      </fieldset>
      <Field
        name="own_pin"
        label="Your PIN"
        hint={length ? 'It is sent with the last figure.' : undefined}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        required
        maxLength={6}
        onFocus={({ target }) => target.select()}
        onInput={({ currentTarget: { value, form } }) => {
          if (value.length === length) form?.requestSubmit()
        }}
      />
    </div>
  )
}
