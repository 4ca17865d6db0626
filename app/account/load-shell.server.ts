import type { RouterContextProvider } from 'react-router'
import { services_context } from '../services.ts'
import { bellNews } from '../ui/live/bell-news.server.ts'
import { requireSignedIn } from './require-role.ts'
import { shellUser } from './shell-user.ts'

/** What the frame of a back office shows to the signed-in user. */
export async function loadShell(context: Readonly<RouterContextProvider>, request: Request) {
  const { db, clock } = context.get(services_context)
  const signed_in = await requireSignedIn(context, request)
  return { user: shellUser(signed_in), news: await bellNews(db, signed_in.actor, clock.now()) }
}
