import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../app/routes.ts'
import { cartOf } from './campus.ts'
import { customer } from './customer.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { kilobytes, table, verdict } from './markdown.ts'
import { type ScriptWeight, scriptScale } from './script-weights.ts'
import type { Section } from './section.ts'
import type { Stage } from './stage.ts'
import { measureWay } from './way.ts'

const PROMISED_HTML_BYTES = 14_000
const PROMISED_FLOOR_BYTES = 102_000
const PROMISED_OUR_BYTES = 10_000

type Page = { name: string; path: string }
type Weight = Page & { br: number; gzip: number; headers: number; plain: number; scripts: ScriptWeight }

/** The size of each public page on the wire: its HTML with its style, and the scripts that it loads later. */
export async function measureBytes(stage: Stage): Promise<Section> {
  const client = httpClient()
  try {
    const weigh = await scriptScale(client, stage.app_url)
    const weights: Weight[] = []
    for (const page of [...publicPages(stage), ...(await orderPages(stage, client))]) {
      const weight = await weighPage(client, stage.app_url, page, weigh)
      if (weight) weights.push(weight)
    }
    return {
      name: 'bytes',
      text: [
        '## Bytes of each public page',
        explanation,
        table(
          [
            'page',
            'HTML br',
            'promise',
            'headers',
            'HTML gzip',
            'plain',
            'script floor',
            'promise',
            'script ours',
            'promise',
          ],
          weights.map(row),
        ),
        await measureWay(stage),
      ].join('\n\n'),
      failed: false,
    }
  } finally {
    client.close()
  }
}

const explanation = [
  'KB of 1,000 bytes, as sent over HTTP. HTML carries the style that it shows; scripts are gzip and start after the',
  'first view. The rest of the style comes with them, and is counted on the way below and not here.',
  'Floor: React, React DOM and React Router; where a script holds both, its bytes are shared out by the length of the',
  'modules in it. Promised are 14 KB of HTML (brotli), 102 KB of floor and 10 KB of ours.',
].join('\n')

/** Every page of the route table without parameters, and those of the bench's campus. */
function publicPages({ campus }: Stage): Page[] {
  const pages = (entries: readonly RouteConfigEntry[], parent: string): Page[] =>
    entries.flatMap((entry) => {
      if (entry.path?.includes('*') || !entry.file.endsWith('.tsx') || entry.id === 'home') return []
      const path = `${parent}${entry.path ? `/${entry.path}` : ''}`
      if (entry.children) return pages(entry.children, path)
      const address = path.replace(':id', campus.largest_vendor_id) || '/'
      return [{ name: path.replace('/:id', ', 24 dishes') || 'home', path: address }]
    })
  return pages(routes, '').map((page) => ({ ...page, name: page.name.replace(/^\//, '') }))
}

async function orderPages(stage: Stage, client: HttpClient): Promise<Page[]> {
  const who = customer(client, stage, 1)
  const cart = cartOf(stage.campus, 0)
  const [open, paid] = [await who.places(cart), await who.places(cart)]
  await who.confirms(paid, await who.paysAtProvider(await who.opensWindow(paid)))
  return [
    { name: 'order-summary, before paying', path: `/order-summary?order=${open}` },
    { name: 'order-summary, receipt', path: `/order-summary?order=${paid}` },
  ]
}

/** Null for a page that is not public: it sends strangers to the login. */
async function weighPage(
  client: HttpClient,
  app_url: string,
  page: Page,
  weigh: (html: string) => Promise<ScriptWeight>,
): Promise<Weight | null> {
  const ask = (encoding: string) => client.get(app_url + page.path, { 'accept-encoding': encoding })
  const [br, gzip, plain] = [await ask('br'), await ask('gzip'), await ask('identity')]
  if (br.status >= 300 && br.status < 400) return null
  if (br.headers['content-encoding'] !== 'br') throw new Error(`${page.path} is not sent as brotli`)
  return {
    ...page,
    br: br.body.length,
    gzip: gzip.body.length,
    headers: br.header_bytes,
    plain: plain.body.length,
    scripts: await weigh(plain.body.toString()),
  }
}

function row({ name, br, gzip, headers, plain, scripts }: Weight): string[] {
  return [
    name,
    kilobytes(br),
    verdict(br <= PROMISED_HTML_BYTES),
    kilobytes(headers),
    kilobytes(gzip),
    kilobytes(plain),
    kilobytes(scripts.floor),
    verdict(scripts.floor <= PROMISED_FLOOR_BYTES),
    kilobytes(scripts.ours),
    verdict(scripts.ours <= PROMISED_OUR_BYTES),
  ]
}
