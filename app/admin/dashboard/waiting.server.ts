import { createContext, type RouterContextProvider } from 'react-router'
import { may } from '../../../domain/admin-roles.ts'
import { every_kind, waiting_kinds } from '../../../domain/desk/kinds.ts'
import { MOST_LINES, type Waiting } from '../../../domain/desk/waiting-line.ts'
import { whatWaits } from '../../../domain/desk/what-waits.ts'
import { worstFirst } from '../../../domain/desk/worst-first.ts'
import { requireAdmin } from '../../account/require-role.ts'
import { services_context } from '../../services.ts'
import { waiting_words } from './waiting-kinds.ts'

type Context = Readonly<RouterContextProvider>

/** Asked once per request: the frame counts what the dashboard shows. */
const waiting_context = createContext<Promise<readonly Waiting[]> | null>(null)

/** What waits and this admin's role may act on. */
export function waitingFor(context: Context, request: Request): Promise<readonly Waiting[]> {
  const asked = context.get(waiting_context) ?? ask(context, request)
  context.set(waiting_context, asked)
  return asked
}

async function ask(context: Context, request: Request): Promise<readonly Waiting[]> {
  const actor = await requireAdmin(context, request)
  const { db, clock } = context.get(services_context)
  const kinds = every_kind.filter((kind) => may(actor, waiting_kinds[kind].right))
  return whatWaits(db, clock.now(), kinds)
}

/** How much of it is acted on at each screen, by its address; an order with several troubles counts once. */
export function countsByScreen(waiting: readonly Waiting[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { kind } of worstFirst(waiting, MOST_LINES).flatMap(({ lines }) => lines)) {
    const [screen = ''] = waiting_words[kind].list.split(/[?#]/, 1)
    counts[screen] = (counts[screen] ?? 0) + 1
  }
  return counts
}
