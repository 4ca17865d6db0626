import { useEffect, useMemo, useRef, useState } from 'react'
import { Outlet, redirect, useLocation } from 'react-router'
import type { Actor } from '../../domain/accounts/actor.ts'
import { brand } from '../../domain/brand.ts'
import { vendorName } from '../../domain/catalog/admin-vendors.ts'
import { type ClosedReason, closedReasons, type PausedBy } from '../../domain/catalog/closed-reasons.ts'
import { describeOpening } from '../../domain/catalog/opening-hours.ts'
import { peopleOfTablet } from '../../domain/catalog/staff/kitchen-tablet.ts'
import { noteSeenKitchen } from '../../domain/catalog/staff/note-seen-kitchen.ts'
import { NEW_KITCHEN } from '../../domain/catalog/staff/own-kitchens.ts'
import { formatCampusTime } from '../../domain/clock.ts'
import { kitchenRole } from '../../domain/kitchen-roles.ts'
import { BackOffice } from '../account/back-office.tsx'
import { onlyFor, readVisit, requireSignedIn, requireVendor } from '../account/require-role.ts'
import { home_of } from '../account/safe-path.ts'
import { type ShellUser, shellUser } from '../account/shell-user.ts'
import back_office_style from '../back-office.css?url'
import type { PageHandle } from '../page/page-handle.ts'
import { services_context } from '../services.ts'
import { ActsForContext, PresentContext } from '../ui/acts-for.tsx'
import { answerLostLine } from '../ui/answer-lost-line.ts'
import { bellNews } from '../ui/bell-news.server.ts'
import { holdWhileLeaving } from '../ui/leaving.ts'
import { MayContext } from '../ui/may-context.ts'
import { toast } from '../ui/toast.ts'
import type { Route } from './+types/layout'
import { ActingBanner } from './acting-banner.tsx'
import { type ClosedNotice, ClosedNotices } from './closed-notices.tsx'
import { FrontKitchen, KitchenSwitch } from './kitchens/kitchen-switch.tsx'
import { kitchensToSwitch } from './kitchens/kitchens-to-switch.server.ts'
import { mayChange, maySee } from './rights.ts'
import { vendor_sidebar } from './sidebar.ts'
import { type TabletView, useAsksWho, WhoIsHere } from './tablet/who-is-here.tsx'

/** Loaded after the style that every page carries (app/root.tsx), so that its rules win. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: back_office_style }]

export const handle: PageHandle = { wake: 'at_once' }

/** A screen that is not for the role of somebody in the kitchen: not even its data is read. */
const onlyForRole: Route.MiddlewareFunction = async ({ request, context }) => {
  const actor = await requireVendor(context, request)
  const { pathname, searchParams } = new URL(request.url)
  const meant = searchParams.get('kitchen')
  const is_elsewhere = meant !== actor.kitchen.vendor_id && actor.kitchens?.some(({ vendor_id }) => vendor_id === meant)
  // News of another of their kitchens: they say whether they go there, since that changes what all tabs show.
  if (meant && is_elsewhere && request.method === 'GET') {
    throw redirect(`/vendor-kitchens?${new URLSearchParams({ to: meant, next: pathname })}` satisfies Address)
  }
  if (maySee(actor, pathname)) return
  if (actor.kitchen.role !== 'nobody') throw redirect('/unauthorized' satisfies Address)
  // At a tablet that asks who is there, the answer leads back.
  throw redirect(`/vendor-tablet?${new URLSearchParams({ next: pathname.replace(/\.data$/, '') })}` satisfies Address)
}

export const middleware: Route.MiddlewareFunction[] = [onlyFor('vendor'), onlyForRole]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [holdWhileLeaving, answerLostLine]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, log } = context.get(services_context)
  const signed_in = await requireSignedIn(context, request)
  const actor = await requireVendor(context, request)
  const visit = await readVisit(context, request)
  const { vendor_id, role } = actor.kitchen
  const now = clock.now()
  // A page without script has no stream that says so.
  void noteSeenKitchen({ db, clock }, actor).catch((err: unknown) => log.warn({ err }, 'a screen was not noted'))
  const kitchens = actor.kitchens ? await kitchensToSwitch(db, actor, now) : []
  const [news, reasons, kitchen] = await Promise.all([
    // Whoever acts for a kitchen has their own bell: what one reads in a kitchen, all there have read.
    bellNews(db, visit ? signed_in.actor : actor, now, kitchens),
    closedReasons(db, vendor_id, now),
    // Whoever registered it is called like it.
    visit || actor.user_id === vendor_id ? null : vendorName(db, vendor_id),
  ])
  const closed = reasons.map((reason) => closedNotice(reason, actor, now))
  const title = kitchen && `${kitchenRole(role).name} at ${kitchen.name || NEW_KITCHEN}`
  const shell = shellUser(signed_in)
  const user: ShellUser = visit ? { ...shell, role: 'vendor', kitchen: actor.kitchen, home: home_of.vendor } : shell
  const tablet = signed_in.tablet && {
    present: presentView(signed_in.tablet.present, now),
    people: (await peopleOfTablet(db, vendor_id)).map(({ user_id, name }) => ({ user_id, name })),
  }
  const is_asked = !visit && !tablet && signed_in.asked_until !== null && signed_in.asked_until > now
  const acting = visit && { vendor_id, name: visit.name ?? 'a new kitchen', until: formatCampusTime(visit.until) }
  return { shell, user, title, news, closed, acting, kitchens, is_asked, tablet }
}

type Present = { user_id: string; name: string; until: Date }

function presentView(present: Present | null, now: Date): TabletView['present'] {
  if (!present) return null
  const { until, ...person } = present
  return { ...person, seconds_left: Math.ceil((until.getTime() - now.getTime()) / 1000) }
}

function closedNotice(reason: ClosedReason, reader: Actor, now: Date): ClosedNotice {
  if (reason.kind === 'resting' || reason.kind === 'closed') {
    return { kind: reason.kind, opens: reason.until && describeOpening(reason.until, now) }
  }
  if (reason.kind !== 'paused') return reason
  const { kind, until, ours, by } = reason
  return { kind, until: until && formatCampusTime(until), ours, by: by && whoPaused(by, reader) }
}

function whoPaused({ id, name, role }: PausedBy, reader: Actor): string | null {
  if (id === reader.user_id && reader.kitchen?.role !== 'nobody') return null
  return role === 'admin' ? `${brand.name}’s support` : name || 'Somebody of your kitchen'
}

/**
 * What the layout gives its screens. It is always fresh, unlike the dashboard's figures, which may be five minutes old.
 */
export type VendorContext = { user: ShellUser; closed: readonly ClosedNotice[] }

export default function VendorLayout({ loaderData }: Route.ComponentProps) {
  const { shell, user, title, news, closed, acting, kitchens, is_asked, tablet } = loaderData
  const asks = useAsksWho(tablet)
  // What the last one had before them stays as it was, for them to go on, though nobody can press anything there.
  const [last, setLast] = useState<Pick<typeof loaderData, 'user' | 'shell'> | null>(null)
  if (tablet?.present && !asks && last?.user !== user) setLast({ user, shell })
  const seen = (asks && last) || { user, shell }
  const { vendor_id } = user.kitchen ?? {}
  const several = kitchens.length > 1
  const { pathname } = useLocation()
  const front = several ? kitchens.find(({ is_front }) => is_front)?.name : undefined
  const shown = useRef(vendor_id)
  useEffect(() => {
    // A switch loads the page anew, so this tab was behind another one.
    if (front && shown.current !== vendor_id) toast(`${front} is in front of you now, by another tab.`)
    shown.current = vendor_id
  }, [front, vendor_id])
  const links = useMemo(
    () => vendor_sidebar.filter(({ to }) => (to === '/vendor-kitchens' ? several || is_asked : maySee(user, to))),
    [user, several, is_asked],
  )
  return (
    <MayContext value={(intent, action) => mayChange(seen.user, action ?? pathname, intent) === true}>
      <ActsForContext value={vendor_id ?? null}>
        <PresentContext value={asks ? null : (tablet?.present?.user_id ?? null)}>
          <BackOffice
            links={links}
            user={seen.shell}
            acts_for={acting || several ? vendor_id : undefined}
            title={title ?? undefined}
            news={news}
            places={several && <KitchenSwitch kitchens={kitchens} />}
          >
            {acting && <ActingBanner acting={acting} />}
            {several && <FrontKitchen kitchens={kitchens} />}
            {tablet && <WhoIsHere tablet={tablet} asks={asks} />}
            <ClosedNotices notices={closed} maySee={(path) => maySee(user, path)} />
            <div inert={asks && last !== null}>
              <Outlet
                key={acting || several ? vendor_id : undefined}
                context={{ user: seen.user, closed } satisfies VendorContext}
              />
            </div>
          </BackOffice>
        </PresentContext>
      </ActsForContext>
    </MayContext>
  )
}
