import { ActionForm } from '../../ui/action-form.tsx'

/** On duty or off, said in words and changed by one press. */
export function Duty({ on_duty, carrying }: { on_duty: boolean; carrying: boolean }) {
  return (
    <section aria-labelledby="duty-title" className="card p-5">
      <h2 id="duty-title" className="flex items-center gap-2 text-lg font-bold">
        <span aria-hidden="true" className={`size-3 rounded-full ${on_duty ? 'bg-good' : 'bg-line'}`} />
        {on_duty ? 'On duty' : 'Off duty'}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        {on_duty
          ? carrying
            ? 'You can go off duty once your deliveries are done.'
            : 'Keep this page open: offers appear and ring here.'
          : 'Go on duty to get offers. Your phone may ask for your location; we keep it only while you are on duty.'}
      </p>
      <p className="-mt-2 mb-4 text-ink-soft">Customers whose food you carry see about where you are.</p>
      {on_duty ? (
        !carrying && <ActionForm intent="off_duty" button="Go off duty" busy="One moment…" look="quiet" />
      ) : (
        <ActionForm intent="on_duty" button="Go on duty" busy="One moment…" />
      )}
    </section>
  )
}
