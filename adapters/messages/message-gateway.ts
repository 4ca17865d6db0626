import type { Kobo } from '../../domain/money.ts'

export type SendOutcome =
  | { sent: true; gateway_message_id: string | null }
  /** The gateway will never take this message as it is (bad number, refused content): do not try again. */
  | { sent: false; message: string }

/** What a gateway reports later about a text message: it is on the phone, or never will be. */
export type DeliveryOutcome = 'Delivered' | 'Undelivered'

/** A delivery report from a gateway, in our own fields. */
export type DeliveryReport = {
  gateway_message_id: string | null
  /** The `ext_ref` it was sent under, if the gateway says so. */
  ext_ref: string | null
  /** The number (E.164) and the words, if the gateway says so. */
  sms: { to: string; text: string } | null
  /** Null while it is still on its way. */
  outcome: DeliveryOutcome | null
  reason: string | null
  /** What it cost, if the gateway says so. */
  cost_kobo: Kobo | null
}

/** What a gateway answers about a message that it took. */
export type LookedUp = { outcome: DeliveryOutcome | null; reason: string | null }

/**
 * Sends text messages. Throws ProviderUnavailable when it is unknown whether the message went out, and with `not_taken`
 * when it certainly did not.
 */
export type SmsGateway = {
  readonly name: string
  /**
   * `to` is E.164; `ext_ref` makes a repeated send have one effect. `repeated` says that an earlier send may have been
   * taken: a gateway without `ext_ref` searches its sent messages before it sends again.
   */
  send(sms: { to: string; text: string; ext_ref: string; repeated?: boolean }): Promise<SendOutcome>
  /** Whether it has failed so often lately that messages which no gateway has yet should go to the other one. */
  isDown?(): boolean
  /**
   * Reads a delivery report that was posted to us. `forged` if a signature is missing or wrong; null for what cannot be
   * read as a report. Never throws.
   */
  readReport?(request: { headers: Headers; query: URLSearchParams; body: string }): DeliveryReport | 'forged' | null
  /**
   * Asks about the outcome of messages, at most 100, by the gateway's own ids; unknown ones are left out. Throws
   * ProviderUnavailable. If a gateway offers this, it is asked before its unsigned reports are believed.
   */
  lookUp?(gateway_message_ids: readonly string[]): Promise<ReadonlyMap<string, LookedUp>>
}

/** Sends mails. Throws ProviderUnavailable when it is unknown whether the mail went out. */
export type MailGateway = {
  readonly name: string
  send(mail: { to: string; subject: string; text: string; html: string | null; ext_ref: string }): Promise<SendOutcome>
}

/** How to reach a browser: the address at its push service, and the keys that encrypt for this browser only. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

/**
 * Rings browsers whose page is closed. Throws ProviderUnavailable when it is unknown whether the push service took it.
 */
export type PushGateway = {
  readonly name: string
  /** The key that a browser needs to subscribe, base64url. */
  readonly public_key: string
  /** Whether an address from a browser may be called: a known push service, and valid keys. */
  accepts(address: PushAddress): boolean
  /**
   * `payload` is for the service worker (at most 3 kB). If undelivered, the push service drops it after `ttl_seconds`;
   * a newer one of the same `topic` replaces an undelivered one. `unsubscribed`: this address is gone for good.
   */
  send(
    push: PushAddress & { payload: string; ttl_seconds: number; topic: string },
  ): Promise<SendOutcome & { unsubscribed?: true }>
}
