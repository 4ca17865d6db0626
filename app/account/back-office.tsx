import { type LucideIcon, Menu, ShieldCheck, X } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Link, NavLink, useLocation, useNavigation } from 'react-router'
import { brand } from '../../domain/brand.ts'
import { Bell, type BellNews } from '../ui/live/bell.tsx'
import { useLive } from '../ui/live/use-live.ts'
import { usePushTarget } from '../ui/live/use-push-target.ts'
import { Logo } from '../ui/logo.tsx'
import { DashboardPath } from '../ui/screen-error.tsx'
import { tellTitles } from '../ui/tell-titles.ts'
import { Toaster } from '../ui/toaster.tsx'
import { GuardSpinner } from './frame.tsx'
import { LogoutButton } from './logout-button.tsx'
import type { ShellUser } from './shell-user.ts'
import { ShutNotice } from './shut-notice.tsx'
import { takeTab } from './tab-user.ts'

/** A way into a screen; `group` is the heading under which it stands with others, where there are many. */
export type BackOfficeLink = { to: Address; label: string; icon: LucideIcon; group?: string }

/** How much waits at each screen, by its address. */
type Counts = Readonly<Record<string, number>>

type BackOfficeProps = {
  links: readonly BackOfficeLink[]
  counts?: Counts
  user: ShellUser
  /** The kitchen that they act for in this tab: what was typed and seen for it stays with it. */
  acts_for?: string | undefined
  /** What they do here, where not everybody in this back office does the same. */
  title?: string | undefined
  news: BellNews
  /** Above the links: which of several places is in front, and how to go to another. */
  places?: ReactNode
  /** What else stands in the header, before the bell. */
  tools?: ReactNode
  children: ReactNode
}

const logout_button = 'flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold hover:bg-white/10'
const icon_button = 'grid size-11 place-items-center rounded-control hover:bg-white/10'

/** The frame of a back office: sidebar or drawer, bell, avatar with name and email, Logout. */
export function BackOffice({
  links,
  counts = {},
  user,
  acts_for,
  title,
  news,
  places,
  tools,
  children,
}: BackOfficeProps) {
  const drawer = useRef<HTMLDialogElement>(null)
  const sidebar = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const { state, location: next } = useNavigation()
  const { name, email, role } = user
  // Runs before the effects of any screen: those may restore what was typed.
  const owner = acts_for ? `${email} for ${acts_for}` : email
  useLayoutEffect(() => takeTab({ name, email: owner, role }), [name, owner, role])
  useLive(news.latest[0]?.id ?? 0)
  usePushTarget()
  useEffect(tellTitles, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: any new page closes the drawer.
  useEffect(() => drawer.current?.close(), [key, next?.key])
  useEffect(() => {
    sidebar.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <>
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-surface focus:p-4">
        Skip to the content
      </a>
      <header
        className={
          'sticky top-0 z-30 flex flex-wrap items-center gap-x-1 gap-y-2 bg-brand-strong px-2 py-2.5 text-white ' +
          'md:px-4 print:hidden'
        }
      >
        <button
          type="button"
          aria-label="Open menu"
          className={`${icon_button} lg:hidden`}
          onClick={() => drawer.current?.showModal()}
        >
          <Menu aria-hidden="true" size={24} />
        </button>
        {/* Where more stands in the header, a phone has room for the gate alone. */}
        <Link
          to={user.home}
          aria-label={`${brand.name}, dashboard`}
          className={`mr-auto flex min-h-11 items-center ${tools ? 'overflow-hidden max-sm:w-9' : ''}`}
        >
          <Logo />
        </Link>
        {tools}
        <Bell news={news} role={role} />
        <Avatar user={user} />
        <LogoutButton className={`${logout_button} behind-board`} />
      </header>
      <div className="shell flex grow">
        <aside className="hidden w-60 shrink-0 border-r border-line bg-surface lg:block print:hidden">
          {/* Stays below the header; where it is longer than the window, it scrolls by itself. */}
          <div ref={sidebar} className="sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto overscroll-contain p-3">
            {places}
            <Links links={links} counts={counts} />
          </div>
        </aside>
        <main id="content" aria-busy={state === 'loading'} className="min-w-0 grow p-4 pb-12 md:p-8 print:p-0">
          <ShutNotice />
          <DashboardPath value={user.home}>{children}</DashboardPath>
        </main>
      </div>
      <dialog ref={drawer} aria-label="Menu" className="drawer drawer-left w-[240px] text-ink" closedby="any">
        <div className="flex justify-end p-2">
          <button
            type="button"
            aria-label="Close menu"
            className="grid size-11 place-items-center rounded-control hover:bg-sunken"
            onClick={() => drawer.current?.close()}
          >
            <X aria-hidden="true" size={20} />
          </button>
        </div>
        <div className="px-2">
          {places}
          <Links links={links} counts={counts} />
          <p className="mt-4 border-t border-line px-4 pt-4 text-sm break-words">
            {name && <strong className="block">{name}</strong>}
            <span className="text-ink-soft">{email}</span>
            {title && <span className="block text-ink-soft">{title}</span>}
          </p>
        </div>
      </dialog>
      <GuardSpinner />
      <Toaster />
    </>
  )
}

function Links({ links, counts }: { links: readonly BackOfficeLink[]; counts: Counts }) {
  const groups = [...new Set(links.map(({ group }) => group))]
  return (
    <nav aria-label="Back office">
      {groups.map((group) => (
        <Fragment key={group ?? ''}>
          {group && <p className="mt-4 mb-1 px-4 text-sm font-bold text-ink-soft">{group}</p>}
          <ul aria-label={group} className="grid gap-1">
            {links
              .filter((link) => link.group === group)
              .map(({ to, label, icon: Icon }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    className={
                      'flex min-h-12 items-center gap-3 rounded-control px-4 font-semibold hover:bg-sunken ' +
                      'aria-[current=page]:bg-brand aria-[current=page]:text-on-brand'
                    }
                  >
                    <Icon aria-hidden="true" size={20} className="shrink-0" />
                    {label}
                    <Count count={counts[to] ?? 0} />
                  </NavLink>
                </li>
              ))}
          </ul>
        </Fragment>
      ))}
      <Link
        to={'/account-security' satisfies Address}
        className="mt-4 flex min-h-12 items-center gap-3 border-t border-line px-4 text-ink-soft hover:text-ink"
      >
        <ShieldCheck aria-hidden="true" size={20} />
        Security
      </Link>
    </nav>
  )
}

function Count({ count }: { count: number }) {
  return count === 0 ? null : (
    <span className="money ml-auto rounded-full bg-warn-soft px-2 text-sm text-warn">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}

function Avatar({ user }: { user: ShellUser }) {
  const initials = (user.name || user.email)
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('')
  return (
    <div className="behind-board hidden min-w-0 items-center gap-2 px-2 sm:flex">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-plantain text-sm font-bold text-[#1b2233]"
      >
        {initials}
      </span>
      <p className="hidden max-w-48 min-w-0 text-sm leading-tight md:block">
        <strong className="block truncate">{user.name}</strong>
        <span className="block truncate">{user.email}</span>
      </p>
    </div>
  )
}
