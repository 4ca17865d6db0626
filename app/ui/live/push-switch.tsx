import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { Role } from '../../../domain/accounts/actor.ts'
import { type PushState, readPushState, turnPushOff, turnPushOn } from './push-device.ts'

const help: Readonly<Record<PushState, string>> = {
  unsupported:
    'This browser cannot. On an iPhone, put this page on the home screen first; elsewhere try Chrome, Edge or Firefox.',
  blocked:
    'Blocked in this browser. Open the settings of this page (left of its address), allow notifications, and look ' +
    'here again.',
  off: 'Off on this device.',
  on: 'On for this device until you log out.',
}

/** "Ring me also when this page is closed", for this device. Nothing shows until the browser's state is known. */
export function PushSwitch({ role }: { role: Role }) {
  const id = useId()
  const [state, setState] = useState<PushState | null>(null)
  const [progress, setProgress] = useState<'still' | 'busy' | 'failed'>('still')

  const look = useEffectEvent(() => {
    // Not known without an answer from our server; asked again once the phone is online.
    readPushState(role).then(setState, () => {})
  })
  useEffect(() => {
    const again = () => look()
    again()
    window.addEventListener('online', again)
    const stop = onPermissionChange(again)
    return () => {
      window.removeEventListener('online', again)
      stop()
    }
  }, [])

  if (state === null) return null
  const able = state === 'on' || state === 'off'
  const turn = async () => {
    setProgress('busy')
    try {
      setState(await (state === 'on' ? turnPushOff(role) : turnPushOn(role)))
      setProgress('still')
    } catch {
      setProgress('failed')
    }
  }
  return (
    <div className="border-t border-line pt-3">
      <button
        type="button"
        role="switch"
        aria-checked={state === 'on'}
        aria-describedby={id}
        aria-busy={progress === 'busy'}
        disabled={!able || progress === 'busy'}
        onClick={() => void turn()}
        className={
          'group flex min-h-11 w-full items-center justify-between gap-3 text-left font-semibold ' +
          'disabled:cursor-not-allowed'
        }
      >
        Ring me also when this page is closed
        <span
          aria-hidden="true"
          className={
            'flex h-6 w-11 shrink-0 items-center rounded-full border border-ink-soft bg-sunken p-0.5 ' +
            'group-disabled:opacity-55 group-aria-checked:justify-end group-aria-checked:border-brand ' +
            'group-aria-checked:bg-brand'
          }
        >
          <span className="size-4.5 rounded-full bg-ink-soft group-aria-checked:bg-on-brand" />
        </span>
      </button>
      <p id={id} className="text-sm text-ink-soft">
        {progress === 'busy' ? 'One moment…' : help[state]}
      </p>
      <p role="status" className="text-sm text-bad">
        {progress === 'failed' && 'That did not work. Please check your connection and try again.'}
      </p>
    </div>
  )
}

/**
 * Somebody may allow or block us in the browser's own settings while the page is open. Returns what ends the listening.
 */
function onPermissionChange(changed: () => void): () => void {
  let status: PermissionStatus | null = null
  let stopped = false
  navigator.permissions?.query({ name: 'notifications' }).then(
    (found) => {
      if (stopped) return
      status = found
      status.onchange = changed
    },
    () => {},
  )
  return () => {
    stopped = true
    if (status) status.onchange = null
  }
}
