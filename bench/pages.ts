import type { BareAnswer } from './bare-server.ts'
import { askProgram, startProgram, stopProgram } from './child-program.ts'
import { type Answer, httpClient } from './http-client.ts'
import { figure, kilobytes, table, verdict } from './markdown.ts'
import type { PageLoad, PageLoadResult } from './page-load.ts'
import { processorSeconds } from './processor-time.ts'
import type { Section } from './section.ts'
import type { Stage } from './stage.ts'
import { median } from './statistics.ts'

const ROUNDS = 5
const ROUND_SECONDS = 3
const CONNECTIONS = 32
const PROMISED_RATIO = 0.6

type Contestant = { name: string; port: number; pid: number }
type Speed = { per_second: number; processor_microseconds: number }

/** A cached public page compared with a bare node:http server that sends the same bytes, in turns. */
export async function measurePages(stage: Stage): Promise<Section> {
  const rows = []
  for (const path of [`/restaurant/${stage.campus.largest_vendor_id}`, '/']) {
    rows.push(await race(stage, path))
  }
  return {
    name: 'pages',
    text: [
      '## Requests per second of a cached page',
      explanation,
      table(['page', 'sent each', 'app', 'node:http', 'ratio', 'promise', 'app µs', 'node:http µs', 'ratio'], rows),
    ].join('\n\n'),
    failed: false,
  }
}

const explanation = [
  `Brotli, ${CONNECTIONS} connections that are kept, medians of ${ROUNDS} rounds of ${ROUND_SECONDS} s each, the ` +
    'app and a bare',
  '`node:http` server that sends the same bytes in turns. The columns with µs tell the processor time that the server',
  'spends on one answer: other programs on the machine change it less than they change requests per second.',
].join('\n')

async function race({ app_url, pids }: Stage, path: string): Promise<string[]> {
  const client = httpClient()
  const ask = () => client.get(app_url + path, { 'accept-encoding': 'gzip, deflate, br' })
  // The first answer is rendered; the second comes from the cache, like all others.
  await ask()
  const page = await ask()
  client.close()
  const bare = startProgram(new URL('./bare-server.ts', import.meta.url))
  const load = startProgram(new URL('./page-load.ts', import.meta.url))
  try {
    const bare_port = await askProgram<number>(bare, sameAnswer(page))
    const app: Contestant = { name: 'app', port: Number(new URL(app_url).port), pid: pids.app }
    const node: Contestant = { name: 'node', port: bare_port, pid: bare.pid ?? 0 }
    const run = async ({ port, pid }: Contestant, seconds: number): Promise<Speed & { bytes: number }> => {
      const before = processorSeconds(pid) ?? Number.NaN
      const question: PageLoad = { port, path, connections: CONNECTIONS, seconds }
      const result = await askProgram<PageLoadResult>(load, question)
      const spent = (processorSeconds(pid) ?? Number.NaN) - before
      return {
        per_second: result.answers / result.seconds,
        processor_microseconds: (spent * 1e6) / result.answers,
        bytes: result.bytes_each,
      }
    }
    for (const contestant of [app, node]) await run(contestant, 1)
    const speeds = { app: [] as Speed[], node: [] as Speed[] }
    let bytes = 0
    for (let round = 0; round < ROUNDS; round++) {
      const of_app = await run(app, ROUND_SECONDS)
      bytes = of_app.bytes
      speeds.app.push(of_app)
      speeds.node.push(await run(node, ROUND_SECONDS))
    }
    return row(path, bytes, speeds.app, speeds.node)
  } finally {
    await stopProgram(load)
    await stopProgram(bare)
  }
}

/** Without the headers that Node adds itself, so that both servers send the same. */
function sameAnswer({ headers, body }: Answer): BareAnswer {
  const own = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !['date', 'connection', 'keep-alive'].includes(name),
  )
  return { headers: Object.fromEntries(own) as BareAnswer['headers'], body }
}

function row(path: string, bytes: number, app: readonly Speed[], node: readonly Speed[]): string[] {
  const of = (speeds: readonly Speed[], key: keyof Speed) => median(speeds.map((speed) => speed[key]))
  const ratio = of(app, 'per_second') / of(node, 'per_second')
  const cost = [of(app, 'processor_microseconds'), of(node, 'processor_microseconds')] as const
  return [
    path === '/' ? 'home' : 'restaurant, 24 dishes',
    `${kilobytes(bytes)} KB`,
    figure(of(app, 'per_second')),
    figure(of(node, 'per_second')),
    `${figure(ratio * 100)} %`,
    `${PROMISED_RATIO * 100} % ${verdict(ratio >= PROMISED_RATIO)}`,
    figure(cost[0], 1),
    figure(cost[1], 1),
    `${figure((cost[1] / cost[0]) * 100)} %`,
  ]
}
