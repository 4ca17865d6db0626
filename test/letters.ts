import type { World } from './world.ts'

export type Letter = { body: string; headers: Record<string, string> }

/** The webhooks that the stand-in provider has written, newest first, with the headers that prove them. */
export async function letters(world: World): Promise<[Letter, ...Letter[]]> {
  const answer = await fetch(`${world.sandbox.url}/control/webhooks`)
  const { webhooks } = (await answer.json()) as { webhooks: Letter[] }
  const [newest, ...older] = webhooks
  if (!newest) throw new Error('The provider wrote no webhook')
  return [newest, ...older]
}

/** A webhook with the right secret whose body the provider never wrote. */
export function letterSaying(world: World, body: unknown): Letter {
  return {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'verif-hash': world.keys.webhook_secret },
  }
}
