import { useEffect, useMemo, useRef, useState } from 'react'
import { Outlet, redirect, useLocation } from 'react-router'
import { vendorName } from '../../domain/catalog/admin-vendors.ts'
import { peopleOfTablet } from '../../domain/catalog/staff/kitchen-tablet.ts'
import { noteSeenKitchen } from '../../domain/catalog/staff/note-seen-kitchen.ts'
import { NEW_KITCHEN } from '../../domain/catalog/staff/own-kitchens.ts'
import { formatCampusTime } from '../../domain/clock.ts'
import { kitchenRole } from '../../domain/kitchen-roles.ts'
import { BackOffice } from '../account/back-office.tsx'
import { onlyFor, readCover, readVisit, requireSignedIn, requireVendor } from '../account/require-role.ts'
import { home_of } from '../account/safe-path.ts'
import { isActionAlone } from '../account/screen-rights.ts'
import { type ShellUser, shellUser } from '../account/shell-user.ts'
import { stayWithTyped } from '../account/stay-with-typed.ts'
import back_office_style from '../back-office.css?url'
import type { PageHandle } from '../page/page-handle.ts'
import { services_context } from '../services.ts'
import { ActsForContext, PresentContext } from '../ui/acts-for.tsx'
import { answerLostLine } from '../ui/forms/answer-lost-line.ts'
import { holdWhileLeaving } from '../ui/forms/leaving.ts'
import { bellNews } from '../ui/live/bell-news.server.ts'
import { MayContext } from '../ui/may-context.ts'
import { toast } from '../ui/toast.ts'
import type { Route } from './+types/layout'
import { ActingBanner } from './acting-banner.tsx'
import { closedNotices } from './closed-notices.server.ts'
import { type ClosedNotice, ClosedNotices } from './closed-notices.tsx'
import { FrontKitchen, KitchenSwitch } from './kitchens/kitchen-switch.tsx'
import { kitchensToSwitch } from './kitchens/kitchens-to-switch.server.ts'
import { mayChange, maySee } from './rights.ts'
import { vendor_sidebar } from './sidebar.ts'
import { CoverBanner } from './tablet/cover-banner.tsx'
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
  if (maySee(actor, pathname) || (actor.kitchen.role !== 'nobody' && isActionAlone(request))) return
  if (actor.kitchen.role !== 'nobody') throw redirect('/unauthorized' satisfies Address)
  // At a tablet that asks who is there, the answer leads back.
  throw redirect(`/vendor-tablet?${new URLSearchParams({ next: pathname.replace(/\.data$/, '') })}` satisfies Address)
}

export const middleware: Route.MiddlewareFunction[] = [onlyFor('vendor'), onlyForRole]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [holdWhileLeaving, stayWithTyped, answerLostLine]

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
  const [news, closed, kitchen] = await Promise.all([
    // Whoever acts for a kitchen has their own bell: what one reads in a kitchen, all there have read.
    bellNews(db, visit ? signed_in.actor : actor, now, kitchens),
    closedNotices(db, actor, now),
    // Whoever registered it is called like it.
    visit || actor.user_id === vendor_id ? null : vendorName(db, vendor_id),
  ])
  const title = kitchen && `${kitchenRole(role).name} at ${kitchen.name || NEW_KITCHEN}`
  const shell = shellUser(signed_in)
  const user: ShellUser = visit ? { ...shell, role: 'vendor', kitchen: actor.kitchen, home: home_of.vendor } : shell
  const tablet = signed_in.tablet && {
    present: presentView(signed_in.tablet.present, now),
    people: (await peopleOfTablet(db, vendor_id)).map(({ user_id, name, pin_length }) => ({
      user_id,
      name,
      pin_length,
    })),
  }
  const covers_until = await readCover(context, request)
  const cover = covers_until && {
    until: formatCampusTime(covers_until),
    seconds_left: Math.max(0, Math.ceil((covers_until.getTime() - now.getTime()) / 1000)),
  }
  const is_asked = !visit && !tablet && signed_in.asked_until !== null && signed_in.asked_until > now
  const acting = visit && { vendor_id, name: visit.name ?? 'a new kitchen', until: formatCampusTime(visit.until) }
  return { shell, user, title, news, closed, acting, kitchens, is_asked, tablet, cover }
}

type Present = { user_id: string; name: string; until: Date }

function presentView(present: Present | null, now: Date): TabletView['present'] {
  if (!present) return null
  const { until, ...person } = present
  return { ...person, seconds_left: Math.ceil((until.getTime() - now.getTime()) / 1000) }
}

/**
 * What the layout gives its screens. It is always fresh, unlike the dashboard's figures, which may be five minutes old.
 */
export type VendorContext = { user: ShellUser; closed: readonly ClosedNotice[] }

export default function VendorLayout({ loaderData }: Route.ComponentProps) {
  const { shell, user, title, news, closed, acting, kitchens, is_asked, tablet, cover } = loaderData
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
            {cover && <CoverBanner cover={cover} />}
            {tablet && <WhoIsHere tablet={tablet} asks={asks} />}
            <ClosedNotices notices={closed} maySee={(path) => maySee(user, path)} />
            {/* The tablet's own screen leads to a login, which everybody may press. */}
            <div inert={asks && last !== null && pathname !== ('/vendor-tablet' satisfies Address)}>
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
