import { createContext, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import type { Cookies } from '../../adapters/accounts/sign-in-service.ts'
import type { Actor, Role } from '../../domain/accounts/actor.ts'
import { findActor, type SignedIn } from '../../domain/accounts/find-actor.ts'
import { type AdminRight, may } from '../../domain/admin-roles.ts'
import { type KitchenVisit, kitchenVisit } from '../../domain/catalog/staff/act-for-kitchen.ts'
import { signedInAtTablet } from '../../domain/catalog/staff/kitchen-tablet.ts'
import { type Kitchen, type KitchenRight, roleMay } from '../../domain/kitchen-roles.ts'
import { services_context } from '../services.ts'
import { inTurn } from './in-turn.ts'
import { loginPath } from './safe-path.ts'
import { endSessionOf, sessionOf } from './tablet-cookie.ts'

type Context = Readonly<RouterContextProvider>
type Found = { signed_in: SignedIn | null; session_id: string; cookies: Cookies; covers_until: Date | null }

/** Asked once per request, however many loaders want to know; with the time when that was. */
const found_context = createContext<{ asked: Promise<Found>; at_ms: number } | null>(null)
const visit_context = createContext<Promise<KitchenVisit | null> | null>(null)

function findSignedIn(context: Context, request: Request): Promise<Found> {
  const known = context.get(found_context) ?? { asked: ask(context, request), at_ms: performance.now() }
  context.set(found_context, known)
  return known.asked
}

/** So long it is taken for true who is signed in, and what they may. */
const TRUE_FOR_MS = 1000

/**
 * Has it asked anew where it was asked a while ago: a form waits for its turn and may take a minute to come, and
 * whoever sends it may be nobody here any more.
 */
export function forgetOldAnswers(context: Context): void {
  const known = context.get(found_context)
  if (!known || performance.now() - known.at_ms < TRUE_FOR_MS) return
  context.set(found_context, null)
  context.set(visit_context, null)
}

async function ask(context: Context, request: Request): Promise<Found> {
  const services = context.get(services_context)
  const session = await sessionOf(services, request)
  if (!session) return { signed_in: null, session_id: '', cookies: [], covers_until: null }
  const { session_id, covers_until } = session
  const found = await findActor(services.db, session.user_id, session_id)
  if (found.ok) {
    const is_change = request.method === 'POST'
    const signed_in = await signedInAtTablet(services, found.value, { session_id, is_change })
    return { signed_in, session_id, cookies: session.cookies, covers_until }
  }
  return { signed_in: null, session_id, cookies: await endSessionOf(services, request), covers_until }
}

/** Who is signed in, or null. For pages that anybody may see. */
export async function readSignedIn(context: Context, request: Request): Promise<SignedIn | null> {
  return (await findSignedIn(context, request)).signed_in
}

/** Until when somebody's own login covers the kitchen's tablet that this browser is; null where it is none. */
export async function readCover(context: Context, request: Request): Promise<Date | null> {
  return (await findSignedIn(context, request)).covers_until
}

/** Anybody who is signed in. Otherwise throws a redirect to the login, which leads back here. */
export async function requireSignedIn(context: Context, request: Request): Promise<SignedIn> {
  const { signed_in, cookies } = await findSignedIn(context, request)
  if (!signed_in) throw redirect(loginPath(wantedPage(request)), { headers: setting(cookies) })
  return signed_in
}

/** The same with the session, for what must end with it. */
export async function requireSession(context: Context, request: Request): Promise<SignedIn & { session_id: string }> {
  const signed_in = await requireSignedIn(context, request)
  const { session_id } = await findSignedIn(context, request)
  return { ...signed_in, session_id }
}

/** The same, but not at a kitchen's tablet: for what is somebody's own. */
export async function requireOwnSession(
  context: Context,
  request: Request,
): Promise<SignedIn & { session_id: string }> {
  const session = await requireSession(context, request)
  if (session.tablet) throw redirect('/unauthorized' satisfies Address)
  return session
}

/** Who acts in a kitchen, and for which. */
export type KitchenActor = Actor & { kitchen: Kitchen }

/**
 * Who is signed in and works in a kitchen, or acts for one as an admin. Otherwise throws a redirect to the login or to
 * `/unauthorized`. Every loader and action of the vendor's back office calls it, besides the layout's
 * `onlyFor('vendor')`. With a `right`, only somebody whose role in the kitchen has it.
 */
export async function requireVendor(context: Context, request: Request, right?: KitchenRight): Promise<KitchenActor> {
  const { actor } = await requireSignedIn(context, request)
  const visit = await readVisit(context, request)
  const kitchen: Kitchen | undefined = visit
    ? { vendor_id: visit.vendor_id, role: 'support' }
    : (await requireRole(context, request, 'vendor')).kitchen
  if (!kitchen || (right && !roleMay(kitchen.role, right))) throw redirect('/unauthorized' satisfies Address)
  const { user_id, email, kitchens } = actor
  return { user_id, role: 'vendor', email, kitchen, ...(kitchens && !visit ? { kitchens } : {}) }
}

/**
 * The same, for what is no kitchen's but somebody's own: which kitchens they work in. Not for who acts for one,
 * nor at a kitchen's tablet.
 */
export async function requireKitchenMember(context: Context, request: Request): Promise<KitchenActor> {
  const actor = await requireVendor(context, request)
  const { tablet } = await requireSignedIn(context, request)
  if (tablet || actor.kitchen.role === 'support') throw redirect('/unauthorized' satisfies Address)
  return actor
}

/** The kitchen that an admin acts for, on its own screens; null for everybody else. Asked once per request. */
export function readVisit(context: Context, request: Request): Promise<KitchenVisit | null> {
  const asked = context.get(visit_context) ?? askVisit(context, request)
  context.set(visit_context, asked)
  return asked
}

async function askVisit(context: Context, request: Request): Promise<KitchenVisit | null> {
  const { signed_in, session_id } = await findSignedIn(context, request)
  if (signed_in?.actor.role !== 'admin') return null
  const visit = await kitchenVisit(context.get(services_context), signed_in.actor, session_id)
  // Only an admin who may come in at all.
  return visit && (await requireAdmin(context, request)) && visit
}

/** The signed-in rider; like `requireVendor`. */
export function requireRider(context: Context, request: Request): Promise<Actor> {
  return requireRole(context, request, 'rider')
}

/**
 * The signed-in admin, with a second factor where that is required; like `requireVendor`. With a `right`, only one
 * whose role has it.
 */
export async function requireAdmin(context: Context, request: Request, right?: AdminRight): Promise<Actor> {
  const actor = await requireRole(context, request, 'admin')
  if (right && !may(actor, right)) throw redirect('/unauthorized' satisfies Address)
  return actor
}

async function requireRole(context: Context, request: Request, role: Role): Promise<Actor> {
  const { actor } = await requireSignedIn(context, request)
  if (actor.role !== role) throw redirect('/unauthorized' satisfies Address)
  if (await lacksSecondFactor(context, request)) throw redirect('/account-security' satisfies Address)
  return actor
}

/** Whether who is signed in is an admin who has to set up a second factor before anything else is shown. */
export async function lacksSecondFactor(context: Context, request: Request): Promise<boolean> {
  const { actor, two_factor_enabled } = await requireSignedIn(context, request)
  return actor.role === 'admin' && context.get(services_context).admin_two_factor && !two_factor_enabled
}

/**
 * The guard of a layout: its pages, their data, their actions and the endpoints nested under it are for one role, even
 * if one of them forgets to ask. Changes of one account are made one after the other. It also sends the renewed session
 * cookie.
 */
export function onlyFor(role: Role | 'anybody_signed_in'): MiddlewareFunction<Response> {
  return async ({ context, request }, next) => {
    const { user_id } =
      role === 'anybody_signed_in'
        ? (await requireSignedIn(context, request)).actor
        : role === 'vendor'
          ? await requireVendor(context, request)
          : await requireRole(context, request, role)
    const { cookies } = await findSignedIn(context, request)
    const is_change = request.method !== 'GET' && request.method !== 'HEAD'
    const response = is_change ? await inTurn(context.get(services_context), user_id, next) : await next()
    // The cookie of an action that began or ended a session wins.
    if (!response.headers.has('set-cookie')) {
      for (const cookie of cookies) response.headers.append('set-cookie', cookie)
    }
    return response
  }
}

/** The page to come back to: after a form or a fetch that is the page it was sent from. */
function wantedPage(request: Request): string | null {
  const here = new URL(request.url)
  if (request.method === 'GET') return pageOf(here)
  const referer = request.headers.get('referer')
  const from = referer && URL.canParse(referer) ? new URL(referer) : null
  return from?.host === here.host ? pageOf(from) : null
}

/** The router asks for the data of /a-page at /a-page.data, with a list of routes behind it. */
function pageOf({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams)
  query.delete('_routes')
  return pathname.replace(/\.data$/, '') + (query.size > 0 ? `?${query}` : '')
}

/** Headers that hand cookies to the browser. */
export function setting(cookies: Cookies): Headers {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}
