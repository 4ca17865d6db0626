import { setTimeout as sleep } from 'node:timers/promises'
import { askProgram, startProgram, stopProgram } from './child-program.ts'
import { customer } from './customer.ts'
import type { FloodLoad, FloodResult } from './flood-load.ts'
import { type Flood, prepareFloods } from './flood-requests.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { figure, table, verdict } from './markdown.ts'
import { watchMemory } from './memory.ts'
import type { Section } from './section.ts'
import type { Stage } from './stage.ts'
import { percentile } from './statistics.ts'

const PROMISED_MS = 500
const PROMISED_MEGABYTES = 700
const QUIET_SECONDS = 10
/** The bystander's pause between two requests. */
const PAUSE_MS = 20
/** The bystander continues after a flood, to measure what it left behind. */
const AFTERWARDS_MS = 2000
const STRANGERS = 2

type Measured = {
  name: string
  answers: string
  waits_ms: number[]
  memory: { alone: number; with_children: number }
}

/** How long a bystander waits for an uncached page while one account or one address sends as much as it can. */
export async function measureFloods(stage: Stage): Promise<Section> {
  const client = httpClient()
  const load = startProgram(new URL('./flood-load.ts', import.meta.url))
  const memory = watchMemory(stage.pids.app, stage.pids.sandbox)
  try {
    const page = await uncachedPage(stage, client)
    const floods = await prepareFloods(stage)
    await asking(client, page, () => sleep(QUIET_SECONDS * 1000))
    memory.take()
    const quiet = await asking(client, page, () => sleep(QUIET_SECONDS * 1000))
    const measured: Measured[] = [
      { name: 'the quiet machine', answers: '–', waits_ms: quiet.waits_ms, memory: memory.take() },
    ]
    for (const flood of floods) {
      const { waits_ms, result } = await asking(client, page, async () => {
        const sent = await send(load, stage, flood)
        await sleep(AFTERWARDS_MS)
        return sent
      })
      measured.push({
        name: flood.name,
        answers: answersOf(flood, result),
        waits_ms,
        memory: memory.take(),
      })
    }
    return {
      name: 'floods',
      failed: measured.some(({ waits_ms }) => waits_ms.length === 0),
      text: [
        '## Floods',
        `What somebody else waits for an uncached page (an order summary, ${STRANGERS} people who ask again ` +
          `${PAUSE_MS} ms after each answer) while one flood runs, everything of it sent at once from another ` +
          `process, and for ${AFTERWARDS_MS / 1000} s after it. Memory is the most that the app's process ` +
          `held, and with the process in which pictures are decoded; promised are ${PROMISED_MS} ms and ` +
          `${PROMISED_MEGABYTES} MB.`,
        table(
          ['flood', 'answers', 'pages', 'p50', 'p99', 'max', 'promise', 'app', 'with pictures', 'promise'],
          measured.map(row),
        ),
      ].join('\n\n'),
    }
  } finally {
    memory.stop()
    client.close()
    await stopProgram(load)
  }
}

function row({ name, answers, waits_ms, memory }: Measured): string[] {
  const max = Math.max(...waits_ms)
  return [
    name,
    answers,
    figure(waits_ms.length),
    `${figure(percentile(waits_ms, 0.5))} ms`,
    `${figure(percentile(waits_ms, 0.99))} ms`,
    `${figure(max)} ms`,
    verdict(max <= PROMISED_MS),
    `${figure(memory.alone)} MB`,
    `${figure(memory.with_children)} MB`,
    verdict(memory.with_children <= PROMISED_MEGABYTES),
  ]
}

function answersOf({ hold_seconds }: Flood, { statuses, still_open, seconds }: FloodResult): string {
  const counted = Object.entries(statuses).map(([status, count]) => `${figure(count)} × ${status}`)
  const end = hold_seconds ? `${still_open} open after ${hold_seconds} s` : `${figure(seconds, 1)} s`
  return `${counted.join(', ')}; ${end}`
}

function send(load: Parameters<typeof askProgram>[0], stage: Stage, flood: Flood): Promise<FloodResult> {
  const port = Number(new URL(stage.app_url).port)
  const { requests, hold_seconds = 0 } = flood
  return askProgram<FloodResult>(load, { port, requests, hold_seconds } satisfies FloodLoad)
}

/**
 * Requests a page again and again while `meanwhile` runs. Answers how long each answer took, and the other's result.
 */
async function asking<Result>(
  client: HttpClient,
  page: string,
  meanwhile: () => Promise<Result>,
): Promise<{ waits_ms: number[]; result: Result }> {
  const waits_ms: number[] = []
  let over = false
  const ask = async () => {
    while (!over) {
      const began = performance.now()
      const answer = await client.get(page, { 'accept-encoding': 'br', 'x-forwarded-for': '10.9.9.9' })
      if (answer.status !== 200) throw new Error(`${page}: HTTP ${answer.status}`)
      waits_ms.push(performance.now() - began)
      await sleep(PAUSE_MS)
    }
  }
  const strangers = Promise.all(Array.from({ length: STRANGERS }, ask))
  try {
    const result = await Promise.race([meanwhile(), strangers.then(() => Promise.reject())])
    over = true
    await strangers
    return { waits_ms, result }
  } finally {
    over = true
  }
}

async function uncachedPage(stage: Stage, client: HttpClient): Promise<string> {
  const [menu] = stage.campus.menus
  const [dish] = menu?.dishes ?? []
  if (!menu || !dish) throw new Error('The campus has no dish')
  const token = await customer(client, stage, 1).places([{ vendor_id: menu.vendor_id, ...dish, quantity: 1 }])
  return `${stage.app_url}/order-summary?order=${token}`
}
