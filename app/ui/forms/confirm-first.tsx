import { useState } from 'react'
import { Notice } from '../notice.tsx'

const said = {
  nothing: '',
  sending: 'Sending…',
  sent: 'Sent. Check your mail, and the spam folder too.',
  lost: 'No answer came. Please check your connection and try again.',
} as const

/** A mail address has to be confirmed before the bank is asked for a name. What was typed stays. */
export function ConfirmFirst({ again }: { again(): void }) {
  const [state, setState] = useState<keyof typeof said>('nothing')
  const send = async () => {
    setState('sending')
    try {
      const answer = await fetch('/account/confirmation' satisfies Address, { method: 'POST' })
      setState(answer.ok ? 'sent' : 'lost')
    } catch {
      setState('lost')
    }
  }
  return (
    <Notice kind="warn">
      <p>
        Please confirm your email first: open the link in our mail to you, then come back here. Everything you typed is
        kept.
      </p>
      <div className="flex flex-wrap gap-x-5">
        <button type="button" className="min-h-11 underline" onClick={again}>
          I have confirmed it
        </button>
        <button type="button" className="min-h-11 underline" disabled={state === 'sending'} onClick={() => void send()}>
          Send the mail again
        </button>
      </div>
      <p role="status">{said[state]}</p>
    </Notice>
  )
}
