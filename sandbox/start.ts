import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createApp } from './app.ts'
import { resumeCharges } from './flutterwave/charges/charge.ts'
import { resumeRefunds } from './flutterwave/refunds/refund.ts'
import { resumeTransfers } from './flutterwave/transfers/transfer.ts'
import { resumeWebhooks } from './flutterwave/webhooks/send.ts'
import { listenForMail } from './mail/smtp.ts'
import { completeOptions, type SandboxOptions } from './options.ts'
import { resumeSmsReports } from './sms-reports.ts'
import { createWorld } from './world.ts'

export type { SandboxOptions }

export type RunningSandbox = {
  /** Base address without a slash at the end, e.g. `http://127.0.0.1:4010`. */
  url: string
  port: number
  smtp_port: number
  set_webhook_url(url: string): void
  close(): Promise<void>
}

/** Starts the stand-in for the outside services; many may run in one process. Throws when a port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const settings = completeOptions(options)
  const world = createWorld(settings)
  const server = createAdaptorServer({ fetch: createApp(world).fetch })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, settings.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const url = `http://${settings.host}:${port}`
  world.origin = settings.public_url?.replace(/\/$/, '') ?? url
  const mail_server = await listenForMail(world, settings.smtp_port)
  resumeCharges(world)
  resumeRefunds(world)
  resumeTransfers(world)
  resumeWebhooks(world)
  resumeSmsReports(world)

  return {
    url,
    port,
    smtp_port: mail_server.port,
    set_webhook_url(url) {
      settings.webhook_url = url
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      if ('closeAllConnections' in server) server.closeAllConnections()
      await Promise.all([closed, mail_server.close()])
      world.close()
    },
  }
}
