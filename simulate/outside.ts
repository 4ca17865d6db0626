import { ProviderUnavailable } from '../adapters/call-provider.ts'
import type { MailGateway } from '../adapters/messages/message-gateway.ts'
import { smarthive } from '../adapters/messages/smarthive.ts'
import { webPush } from '../adapters/messages/web-push.ts'
import { flutterwave } from '../adapters/payments/flutterwave.ts'
import { flutterwaveTransfers } from '../adapters/payments/flutterwave-transfers.ts'
import type { Clock } from '../domain/clock.ts'
import { createApp } from '../sandbox/app.ts'
import { completeOptions } from '../sandbox/options.ts'
import { createWorld, type World as Sandbox } from '../sandbox/world.ts'
import type { Chance } from './chance.ts'
import type { Turns } from './turns.ts'

const ADDRESS = 'http://outside.test'
export const keys = {
  secret_key: 'FLWSECK_TEST-simulated0000-X',
  public_key: 'FLWPUBK_TEST-simulated0000-X',
  webhook_secret: 'webhook-secret-of-the-simulation',
  paystack_secret_key: 'sk_test_simulated',
  smarthive_api_key: 'smarthive-key-of-the-simulation',
}

/** A webhook on its way to us. */
export type Letter = { headers: Headers; body: Buffer; came(http_status: number): void }

export type Outside = {
  /** The provider, with its own books. */
  sandbox: Sandbox
  adapters: ReturnType<typeof adapters>
  letters: Letter[]
  /** In this share of the questions something goes wrong. */
  storm: number
  /** How often what went wrong. */
  faults: Map<string, number>
  /** Does what is due at the provider. */
  catchUp(): void
  /** When something is due there next, in milliseconds; Infinity for never. */
  nextDue(): number
  /** Takes what is on the way to us. */
  close(): void
}

/**
 * The outside world in this process: the sandbox with its own books on our clock, reached by the product's adapters
 * over a line on which questions and answers are lost.
 */
export function openOutside(deps: { clock: Clock; chance: Chance; turns: Turns; noted(line: string): void }): Outside {
  const { clock, chance, turns } = deps
  let due: { at_ms: number; work(): void }[] = []
  const now = () => clock.now().getTime()
  const letters: Letter[] = []
  const sandbox = createWorld(completeOptions({ ...keys, port: 0, smtp_port: 0, data_dir: null, ...addresses }), {
    now,
    agenda: {
      in: (seconds, work) => void due.push({ at_ms: now() + seconds * 1000, work }),
      hang: async () => {},
      close: () => {},
    },
    post: {
      post: (_, headers, body) =>
        new Promise((resolve) => {
          const came = (http_status: number) => resolve({ http_status, answer: '' })
          letters.push({ headers: new Headers(headers), body: Buffer.from(body), came })
        }),
      close: () => {},
    },
  })
  const provider = createApp(sandbox)
  const faults = new Map<string, number>()
  const outside: Outside = {
    sandbox,
    letters,
    storm: 0,
    faults,
    adapters: adapters(now, () => goesWrong(['mail not taken', 'mail taken, answer lost'])),
    nextDue: () => Math.min(...due.map(({ at_ms }) => at_ms)),
    catchUp() {
      for (;;) {
        due.sort((left, right) => left.at_ms - right.at_ms)
        if ((due[0]?.at_ms ?? Number.POSITIVE_INFINITY) > now()) return
        due.shift()?.work()
      }
    },
    close() {
      globalThis.fetch = real_fetch
      due = []
      sandbox.close()
    },
  }

  /** Which of these happens now, if any. */
  function goesWrong<Fault extends string>(kinds: readonly Fault[]): Fault | null {
    if (!chance.of(outside.storm)) return null
    const fault = chance.one(kinds)
    faults.set(fault, (faults.get(fault) ?? 0) + 1)
    deps.noted(`the line: ${fault}`)
    return fault
  }

  async function overTheLine(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
    const fault = goesWrong(line_faults)
    if (fault === 'never reached') throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
    if (fault === 'question lost') throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
    if (fault === '503 and not done') return new Response('{}', { status: 503 })
    if (fault === '429') return new Response('{}', { status: 429 })
    const answer = await provider.request(String(address), init)
    if (fault === 'done, answer lost') throw new TypeError('terminated', { cause: { code: 'UND_ERR_SOCKET' } })
    if (fault === 'done, and 503') return new Response('{}', { status: 503 })
    if (fault === 'nonsense') return new Response('<html>502 Bad Gateway</html>', { status: 200 })
    return answer
  }

  const real_fetch = globalThis.fetch
  globalThis.fetch = (...asked) => turns.outside(() => overTheLine(...asked))
  return outside
}

const line_faults = [
  'never reached',
  'question lost',
  '503 and not done',
  '429',
  'done, answer lost',
  'done, answer lost',
  'done, and 503',
  'nonsense',
] as const
const addresses = { webhook_url: `${ADDRESS}/webhooks`, app_url: ADDRESS, public_url: ADDRESS }

function adapters(now: () => number, mailFault: () => string | null) {
  const base_url = `${ADDRESS}/flutterwave/v3`
  const mail: MailGateway = {
    name: 'mail',
    async send() {
      const fault = mailFault()
      if (fault) throw new ProviderUnavailable(fault, { not_taken: fault === 'mail not taken' })
      return { sent: true, gateway_message_id: null }
    },
  }
  const sms = {
    base_url: `${ADDRESS}/smarthive`,
    api_key: keys.smarthive_api_key,
    sender: 'ChowGate',
    report_url: null,
  }
  return {
    payments: flutterwave({ base_url, script_url: `${ADDRESS}/flutterwave/v3.js`, ...keys }),
    transfers: flutterwaveTransfers({ base_url, ...keys }, now),
    geocoder: { reverse: async () => null, search: async () => null },
    sms: smarthive(sms),
    mail,
    push: webPush({ private_key: 'k'.repeat(43), subject: 'mailto:help@example.com', other_services: [] }),
  }
}
