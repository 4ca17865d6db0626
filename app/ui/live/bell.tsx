import { Bell as BellIcon, Volume2, VolumeX } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import type { Role } from '../../../domain/accounts/actor.ts'
import { buttonClass } from '../button.tsx'
import { LostLineNotice } from '../forms/lost-line-notice.tsx'
import { badgeText, newsAloud, newsInTitle, nothingNew } from './bell-words.ts'
import { PushSwitch } from './push-switch.tsx'
import { useMarkAsRead } from './use-mark-as-read.ts'
import { useRing } from './use-ring.ts'
import { useSecondsPassed } from './use-seconds-passed.ts'

export type BellNews = {
  unread: number
  /** How many of them ring for an answer; for how long at most, or null for until it is given. */
  ringing: number
  rings_for_seconds: number | null
  /** When that was so, by our server's clock. */
  as_of: number
  /** The newest that is unread and is heard once; 0 for none. */
  chimes: number
  /** The latest five, newest first. */
  latest: { id: number; text: string; to: string; when: string; read: boolean }[]
}

/**
 * The bell of the back offices: a badge, the latest news, a sound and the window's title. While something rings and
 * cannot be heard, the header grows by a row on a phone, so that the button that turns the sound on covers no other.
 */
export function Bell({ news, role }: { news: BellNews; role: Role }) {
  const reading = useMarkAsRead(news.latest[0]?.id ?? 0)
  // What is being marked as read counts no more at once; what waits for an answer stays.
  const unread = reading.state === 'sending' ? news.ringing : news.unread
  const passed = useSecondsPassed(news.as_of, news.as_of)
  // An offer that is over waits for nobody, also on a phone that hears nothing of it.
  const ringing = passed < (news.rings_for_seconds ?? Number.POSITIVE_INFINITY) ? news.ringing : 0
  const ring = useRing(ringing > 0, news.chimes)
  useTitle(unread === 0 ? '' : `${newsInTitle(role, { unread, ringing })} · `)
  useEffect(() => {
    // The notifications stand in session storage.
    sessionStorage.setItem('notifications', JSON.stringify(news.latest))
  }, [news])

  return (
    <>
      <button
        type="button"
        popoverTarget="bell"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} new`}
        className="relative grid size-11 place-items-center rounded-control hover:bg-white/10"
      >
        <BellIcon aria-hidden="true" size={24} className={ringing > 0 ? 'ringing' : ''} />
        {unread > 0 && (
          <span
            data-testid="bell-badge"
            className={
              'absolute -top-0.5 -right-0.5 min-w-5 rounded-full bg-plantain px-1 text-center text-xs ' +
              'leading-5 font-bold text-[#1b2233]'
            }
          >
            {badgeText(unread)}
          </span>
        )}
      </button>
      <div
        id="bell"
        popover="auto"
        className={
          'fixed top-16 right-2 left-auto max-h-[80dvh] w-80 max-w-[calc(100vw-1rem)] overflow-y-auto ' +
          'rounded-card border border-line bg-surface p-4 text-ink shadow-raised'
        }
      >
        <h2 className="text-lg font-bold">Notifications</h2>
        {news.latest.length === 0 && <p className="mt-2 text-ink-soft">{nothingNew(role)}</p>}
        <ul className="mt-2 divide-y divide-line">
          {news.latest.map((item) => (
            <li key={item.id} className="py-2">
              <Link
                to={item.to}
                className={`block hover:underline ${item.read ? '' : 'font-bold'}`}
                onClick={() => item.read || reading.markOpened(item.id)}
              >
                {item.text}
              </Link>
              <p className="text-sm text-ink-soft">{item.when}</p>
            </li>
          ))}
        </ul>
        <div className="mt-3 grid gap-2">
          {ringing > 0 && <p className="text-sm">What waits for an answer stays new until somebody answers it.</p>}
          {reading.state === 'lost' && <LostLineNotice what="The news may still count as new." />}
          {news.unread > 0 && (
            <button type="button" className={buttonClass('brand', 'w-full')} onClick={reading.mark}>
              Mark as read
            </button>
          )}
          <button
            type="button"
            className={buttonClass('quiet')}
            onClick={ring.sound === 'on' ? ring.turnOff : ring.turnOn}
          >
            {ring.sound === 'on' ? <VolumeX aria-hidden="true" size={18} /> : <Volume2 aria-hidden="true" size={18} />}
            {ring.sound === 'on' ? 'Turn off sound' : 'Turn on sound'}
          </button>
          <PushSwitch role={role} />
        </div>
      </div>
      {ringing > 0 && ring.sound === 'off' && (
        <button
          type="button"
          className={
            'order-last flex min-h-11 basis-full items-center justify-center gap-2 rounded-full bg-plantain ' +
            'px-4 font-bold text-[#1b2233] md:order-none md:basis-auto'
          }
          onClick={ring.turnOn}
        >
          <Volume2 aria-hidden="true" size={18} />
          Turn on sound
        </button>
      )}
      <p role="status" className="sr-only">
        {unread > 0 && newsAloud(role, { unread, ringing })}
      </p>
    </>
  )
}

/** Puts "(2) New orders · " in front of the page's own title while there is something new. */
function useTitle(news: string): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page brings its own title.
  useEffect(() => {
    document.title = news + document.title.replace(/^\(\d+\) [^·]+ · /, '')
  }, [news, key])
}
