import { chromium } from 'playwright-core'
import { bytesOnTheWire, type Fetched } from '../test/bytes-on-the-wire.ts'
import { chromium_path } from '../test/ensure-chromium.ts'
import { customer } from '../test/journeys/customer.ts'
import { believed_key, overHttp2 } from '../test/over-http2.ts'
import { vendor_names } from './dishes.ts'
import { kilobytes, table, verdict } from './markdown.ts'
import type { Stage } from './stage.ts'

const PROMISED_FIRST_BYTES = 150_000
const PROMISED_NEXT_BYTES = 60_000

/** What a phone fetches from the list to the tracking page, the first time and the next, as a part of the bench. */
export async function measureWay({ app_url, campus }: Stage): Promise<string> {
  const { url, close } = await overHttp2(app_url)
  const browser = await chromium.launch({
    executablePath: chromium_path(),
    args: [
      ...['--no-sandbox', '--disable-background-networking', '--disable-quic', '--no-first-run'],
      `--ignore-certificate-errors-spki-list=${believed_key}`,
    ],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
    const fetched = await bytesOnTheWire(page, url)
    const [menu] = campus.menus.filter(({ vendor_id }) => vendor_id === campus.largest_vendor_id)
    const ways: Fetched[][] = []
    for (let way = 0; way < 2; way++) {
      await customer(page, url).comesFromListToTracking(vendor_names[0] ?? '', menu?.dishes[3]?.name ?? '')
      ways.push(fetched())
    }
    return tell(ways)
  } finally {
    await browser.close()
    close()
  }
}

function tell([first = [], next = []]: readonly Fetched[][]): string {
  const bytesOf = (way: readonly Fetched[], wanted: (one: Fetched) => boolean = () => true) =>
    way.filter(wanted).reduce((sum, { bytes }) => sum + bytes, 0)
  const isScript = ({ path }: Fetched) => path.startsWith('/assets/')
  const isDocument = ({ kind }: Fetched) => kind === 'Document'
  const isPromised = (one: Fetched) => isDocument(one) || isScript(one)
  const row = (name: string, way: readonly Fetched[], promised: number) => [
    name,
    kilobytes(bytesOf(way, isDocument)),
    kilobytes(bytesOf(way, isScript)),
    kilobytes(bytesOf(way, isPromised)),
    kilobytes(promised),
    verdict(bytesOf(way, isPromised) <= promised),
    kilobytes(bytesOf(way, (one) => !isPromised(one))),
    kilobytes(bytesOf(way)),
    String(way.length),
  ]
  return [
    'From the list to the tracking page, paid by card: what Chromium fetches over TLS and HTTP/2, headers included ' +
      'and pictures not, a phone that goes on at once. The list shows 12 restaurants, the menu 24 dishes. ' +
      'The promise speaks of HTML and scripts; data is what the router and forms fetch besides.',
    table(
      ['the whole way', 'HTML', 'scripts', 'both', 'promised', '', 'data', 'all', 'answers'],
      [row('first visit', first, PROMISED_FIRST_BYTES), row('the next', next, PROMISED_NEXT_BYTES)],
    ),
  ].join('\n\n')
}
