import type { Context } from 'hono'
import type { World } from '../world.ts'
import { giveUp, nonsense, refuse, tooMany } from './answers.ts'

/** What a list answers instead of its rows if the switch `lists` says so; null otherwise. */
export async function listFault(c: Context, world: World): Promise<Response | null> {
  const { lists, hang_seconds } = world.behaviour.current()
  switch (lists) {
    case 'ok':
      return null
    case '503':
      return giveUp(c)
    case '429':
      return tooMany(c)
    case 'nonsense':
      return nonsense(c)
    case 'refused':
      return refuse(c, 400, 'Transactions could not be fetched for this account')
    case 'hang':
      await world.agenda.hang(hang_seconds)
      return giveUp(c)
  }
}
