import { nominatim } from '../adapters/maps/nominatim.ts'
import type { MailGateway, SmsGateway } from '../adapters/messages/message-gateway.ts'
import { smarthive } from '../adapters/messages/smarthive.ts'
import { smtp } from '../adapters/messages/smtp.ts'
import { flutterwave } from '../adapters/payments/flutterwave.ts'
import type { AppServices } from '../app/services.ts'
import type { OpenDatabase } from '../db/open.ts'
import { checkOpenCheckouts } from '../domain/checkout/check-open-checkouts.ts'
import { consumeDueProviderEvents } from '../domain/checkout/consume-provider-events.ts'
import type { Clock } from '../domain/clock.ts'
import { sendDueMessages } from '../domain/notifications/send-messages.ts'
import { tellNews } from '../domain/notifications/tell-news.ts'
import { sendDueRefunds } from '../domain/payments/send-refund.ts'
import { reactions } from '../domain/reactions.ts'
import type { Config } from './config.ts'
import type { Logger } from './log.ts'
import { createRateLimit } from './rate-limit.ts'
import type { Task } from './worker.ts'

export type Services = Omit<AppServices, 'live' | 'wakeWorker'> & { sms: SmsGateway; mail: MailGateway; close(): void }

/** Everything the verbs need, made from the settings, once. */
export function createServices(config: Config, { db }: OpenDatabase, clock: Clock, log: Logger): Services {
  const mail = smtp(config.mail)
  return {
    db,
    clock,
    log,
    payments: flutterwave(config.flutterwave),
    geocoder: nominatim({ ...config.nominatim, email: config.nominatim.email ?? '' }),
    sms: smarthive(config.smarthive),
    mail,
    announce: reactions({ public_url: config.public_url }),
    public_url: config.public_url,
    test_mode: config.sandbox !== null,
    allow: createRateLimit(clock),
    close: () => mail.close(),
  }
}

/** What the worker does, all of it: each task takes rows that are due. */
export function backgroundTasks(services: Services): Task[] {
  return [
    { name: 'consume provider events', run: () => consumeDueProviderEvents(services) },
    { name: 'check open checkouts', run: () => checkOpenCheckouts(services) },
    { name: 'send refunds', run: () => sendDueRefunds(services) },
    { name: 'tell news', run: () => tellNews(services) },
    { name: 'send messages', run: () => sendDueMessages(services) },
  ]
}
