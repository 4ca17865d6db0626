import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { and, eq } from 'drizzle-orm'
import type { SmsGateway } from '../adapters/messages/message-gateway.ts'
import { smarthive } from '../adapters/messages/smarthive.ts'
import { termii } from '../adapters/messages/termii.ts'
import { queueMessages } from '../domain/notifications/outbox/queue-message.ts'
import { receiveDeliveryReport } from '../domain/notifications/outbox/receive-delivery-report.ts'
import { messages, sms_submissions } from '../domain/notifications/tables.ts'
import { control } from './control.ts'
import { askForReports, sendDueMessages } from './due-work.ts'
import { createWorld } from './world.ts'

type Posted = { path: string; headers: Headers; query: URLSearchParams; body: string }
type Sms = { id: string; text: string }

/**
 * Both gateways of the sandbox. Their delivery reports go to a place where a test can hold them back and alter them.
 */
export async function createGateways() {
  const posted: Posted[] = []
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://reports')
      const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, `${value}`]))
      posted.push({ path: pathname, headers, query: searchParams, body })
      response.end('{"status":"ok"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const reports_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const world = await createWorld({
    time_scale: 1000,
    termii_webhook_url: `${reports_url}/termii`,
    termii_webhook_secret: 'secret-of-the-tests',
  })
  const { url } = world.sandbox
  const sms: SmsGateway = smarthive({
    base_url: `${url}/smarthive`,
    api_key: world.keys.smarthive_api_key,
    sender: 'ChowGate',
    report_url: `${reports_url}/smarthive`,
  })
  const second_sms: SmsGateway = termii({
    base_url: `${url}/termii`,
    api_key: 'sandbox-termii-key',
    sender: 'ChowGateTwo',
    channel: 'dnd',
    webhook_secret: 'secret-of-the-tests',
  })
  const mail = { name: 'none', send: async () => ({ sent: true as const, gateway_message_id: null }) }
  const deps = { ...world.deps, mail, sms, second_sms: second_sms as SmsGateway | null }

  /** Waits for a report of this message by this gateway, as it was posted. */
  async function report(message: Sms, gateway: SmsGateway): Promise<Posted> {
    const is_its = ({ path, query, body }: Posted) =>
      path === `/${gateway.name}` &&
      (query.get('ref')?.startsWith(message.id) || JSON.parse(body).message === message.text)
    for (;;) {
      const found = posted.find(is_its)
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const hear = async (gateway: SmsGateway, request: Posted, more: Partial<typeof deps> = {}) => {
    const read = gateway.readReport?.(request)
    if (!read || read === 'forged') throw new Error(`not a report: ${read}`)
    return receiveDeliveryReport({ ...deps, ...more }, gateway, read)
  }

  return {
    ...world,
    deps,
    sms,
    second_sms,
    control: control(world),
    report,
    hear,
    /** Takes in the report of a message, and asks the gateway where it can be asked. */
    async hearOf(message: Sms, gateway: SmsGateway, more: Partial<typeof deps> = {}) {
      await hear(gateway, await report(message, gateway), more)
      await askForReports({ ...deps, ...more })
    },
    /** Works on what is due now, and moves the clock. */
    async work(seconds = 60, more: Partial<typeof deps> = {}) {
      while ((await sendDueMessages({ ...deps, ...more })) > 0);
      world.clock.advance(seconds)
    },
    async queued(kind: 'on_the_way_sms' | 'delivered_sms' | 'invitation'): Promise<Sms> {
      const dedupe_key = `${kind}:${randomUUID()}`
      const text = `News of ${dedupe_key}`
      const message = { channel: 'sms' as const, dedupe_key, to: '+2348031234567', text }
      await world.deps.db.transaction((tx) => queueMessages(tx, [message], world.clock.now()))
      const [row] = await world.deps.db
        .update(messages)
        .set({ dispensable: kind === 'delivered_sms' })
        .where(eq(messages.dedupe_key, dedupe_key))
        .returning()
      if (!row) throw new Error('nothing was queued')
      return { id: row.id, text: row.body }
    },
    async expiresIn({ id }: Sms, seconds: number) {
      const expires_at = new Date(world.clock.now().getTime() + seconds * 1000)
      await world.deps.db.update(messages).set({ expires_at }).where(eq(messages.id, id))
    },
    async rowOf({ id }: Sms) {
      const [row] = await world.deps.db.select().from(messages).where(eq(messages.id, id))
      if (!row) throw new Error('no message')
      return row
    },
    async submissionTo(gateway: SmsGateway, { id }: Sms, round = 1) {
      const [row] = await world.deps.db
        .select()
        .from(sms_submissions)
        .where(
          and(
            eq(sms_submissions.message_id, id),
            eq(sms_submissions.gateway, gateway.name),
            eq(sms_submissions.round, round),
          ),
        )
      return row
    },
    /** Which gateway brought a text to a phone, each time that one did. */
    async takenBy({ text }: Sms): Promise<string[]> {
      const answer = await fetch(`${url}/inbox.json?limit=1000&kind=sms`)
      const inbox = (await answer.json()) as { messages: { from: string; text: string }[] }
      return inbox.messages.filter((one) => one.text === text).map((one) => one.from)
    },
    async close() {
      await world.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
