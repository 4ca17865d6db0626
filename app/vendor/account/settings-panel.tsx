import type { ReactNode } from 'react'
import { useKeptFor } from '../../ui/acts-for.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'

/** Where this tab keeps what was typed into the form of this intent. */
export function useKeptAs(intent: string): string {
  return useKeptFor(`account ${intent}`)
}

/** One of the settings with a form of its own; what was typed and not saved comes back and says so. */
export function SettingsPanel(props: {
  heading: string
  intent: string
  save: string
  /** What to say when no answer came. */
  lost: string
  disabled?: boolean
  /** Of what is shown, where a colleague may change it meanwhile. */
  version?: string
  /** False where nothing is typed that could be kept. */
  keeps?: boolean
  children: ReactNode
}) {
  const { heading, intent, save, lost, disabled, version, keeps = true, children } = props
  const id = `${intent}-heading`
  const kept_as = useKeptAs(intent)
  return (
    <section aria-labelledby={id} className="card p-4 sm:p-6">
      <h2 id={id} className="mb-4 text-xl font-bold">
        {heading}
      </h2>
      <ActionForm
        intent={intent}
        button={save}
        busy="One moment…"
        look="brand"
        disabled={disabled}
        noValidate
        multipart
        kept={keeps ? kept_as : undefined}
        version={version}
        lost={lost}
      >
        {children}
      </ActionForm>
    </section>
  )
}
