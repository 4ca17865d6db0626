import { Notice } from '../ui/notice.tsx'
import { useOnline } from './use-online.ts'

/** When our server said what stands on a page that also opens without a network. */
export function AsOf({ at }: { at: string }) {
  const online = useOnline()
  return online ? (
    <p className="text-sm text-ink-soft">As of {at}.</p>
  ) : (
    <Notice kind="warn">You are offline. This is as of {at}.</Notice>
  )
}
