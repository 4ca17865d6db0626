import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { pictureStore } from '../adapters/files/picture-store.ts'
import type { Db } from '../db/handle.ts'
import { food, vendors } from '../domain/catalog/tables.ts'
import { orders } from '../domain/orders/tables.ts'
import { cartOf } from './campus.ts'
import { askProgram, startProgram } from './child-program.ts'
import { figure } from './markdown.ts'
import type { OrderLoad, OrderLoadResult } from './order-load.ts'
import { project, type Stage } from './stage.ts'
import { percentile } from './statistics.ts'

/** How many customers arrive a second while something is backed up. */
export const RATE = 20
const PICTURES = 40

/** The bench's campus names pictures that nobody stored: it gets some of the demo's. */
export async function giveRealPictures(db: Db, folder: string): Promise<void> {
  const pictures = await pictureStore({ kind: 'folder', folder: join(folder, 'files') })
  const demo = join(project, 'demo/pictures')
  const files = readdirSync(demo).filter((name) => name.endsWith('.webp'))
  const addresses: string[] = []
  for (const name of files.slice(0, PICTURES)) addresses.push(await pictures.store(readFileSync(join(demo, name))))
  const one = (index: number) => addresses[index % addresses.length] ?? null
  for (const [index, { id }] of (await db.select({ id: food.id }).from(food)).entries()) {
    await db
      .update(food)
      .set({ food_image: one(index) })
      .where(eq(food.id, id))
  }
  for (const [index, { id }] of (await db.select({ id: vendors.id }).from(vendors)).entries()) {
    await db
      .update(vendors)
      .set({ profile_photo: one(index) })
      .where(eq(vendors.id, id))
  }
}

/** Customers who arrive for so long, order and pay. */
export function play(stage: Stage, seconds: number, first_number: number, rate = RATE): Promise<OrderLoadResult> {
  return askProgram<OrderLoadResult>(startProgram(new URL('./order-load.ts', import.meta.url)), {
    app_url: stage.app_url,
    sandbox_url: stage.sandbox_url,
    carts: Array.from({ length: 120 }, (_, index) => cartOf(stage.campus, index)),
    first_number,
    rate,
    most_at_once: 100,
    seconds,
  } satisfies OrderLoad)
}

export async function orderIds(db: Db): Promise<Set<number>> {
  return new Set((await db.select({ id: orders.id }).from(orders)).map(({ id }) => id))
}

/** A command as people type it, in a process of its own. */
export async function command(program: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const began_ms = performance.now()
  const child = spawn(process.execPath, [join(project, `server/${program}.ts`), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
  })
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number, said: `${said}${complained}`, seconds: (performance.now() - began_ms) / 1000 }
}

export const load_columns = ['customers', 'paid', 'placing p50', 'p99', 'settling p50', 'p99']

export function loadRow(name: string, { paid, placing_ms, settling_ms }: OrderLoadResult): string[] {
  const times = [placing_ms, settling_ms].flatMap((sample) => [percentile(sample, 0.5), percentile(sample, 0.99)])
  return [name, figure(paid), ...times.map((time) => figure(time))]
}
