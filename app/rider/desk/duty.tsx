import { useEffect, useState } from 'react'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { useOnline } from '../use-online.ts'
import { CallSupport } from './call-support.tsx'

type Props = {
  on_duty: boolean
  /** Whether our server knows of something in hand, and whether this phone has something to do. */
  carrying: boolean
  busy: boolean
}

const FORM = 'duty-form'

/** On duty or off, said in words and changed by one press; without a network once there is one again. */
export function Duty({ on_duty, carrying, busy }: Props) {
  const online = useOnline()
  const [wants, setWants] = useState(false)
  // Who carries something cannot go off duty, but comes back to it after an accident with other food in hand.
  const waits = !online || (on_duty && carrying)
  useEffect(() => {
    if (!wants || waits) return
    setWants(false)
    const form = document.getElementById(FORM)
    if (form instanceof HTMLFormElement) form.requestSubmit()
  }, [wants, waits])
  return (
    <section aria-labelledby="duty-title" className="card p-5">
      <h2 id="duty-title" className="flex items-center gap-2 text-lg font-bold">
        <span aria-hidden="true" className={`size-3 rounded-full ${on_duty ? 'bg-good' : 'bg-line'}`} />
        {on_duty ? 'On duty' : 'Off duty'}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        {on_duty
          ? busy
            ? 'You can go off duty once your deliveries are done.'
            : `Keep this page open: offers appear and ring here${online ? '' : ' once you are online'}.`
          : 'Go on duty to get offers. Your phone may ask for your location; we keep it only while you are on duty.'}
      </p>
      <p className="-mt-2 mb-4 text-ink-soft">Customers whose food you carry see about where you are.</p>
      <p role="status" className="-mt-2 mb-4 font-semibold text-warn empty:hidden">
        {wants &&
          `You go ${on_duty ? 'off' : 'on'} duty ${
            online ? 'once all that you did has reached us' : 'as soon as this phone is online'
          }. Please keep this page open.`}
      </p>
      {!(on_duty && busy) && (
        <div
          onSubmitCapture={(event) => {
            if (!waits) return
            event.preventDefault()
            event.stopPropagation()
            setWants(true)
          }}
        >
          {on_duty ? (
            <ActionForm id={FORM} intent="off_duty" button="Go off duty" busy="One moment…" look="quiet" />
          ) : (
            <ActionForm id={FORM} intent="on_duty" button="Go on duty" busy="One moment…" />
          )}
        </div>
      )}
      <div className="mt-4">
        <CallSupport />
      </div>
    </section>
  )
}
