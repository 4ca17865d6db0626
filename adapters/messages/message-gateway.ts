import type { Kobo } from '../../domain/money.ts'

export type SendOutcome =
  | { sent: true; gateway_message_id: string | null }
  /** The gateway will never take this message as it is (bad number, refused content): do not try again. */
  | { sent: false; message: string }

/** What a gateway says of a text message afterwards: it is on the phone, or it never will be. */
export type DeliveryOutcome = 'Delivered' | 'Undelivered'

/** A delivery report as a gateway posts it, in whichever words. */
export type DeliveryReport = {
  gateway_message_id: string | null
  /** Under which `ext_ref` it was sent, where the gateway says so. */
  ext_ref: string | null
  /** The number (E.164) and the words it was sent to, where the gateway says so. */
  sms: { to: string; text: string } | null
  /** Null while it is still on its way. */
  outcome: DeliveryOutcome | null
  reason: string | null
  /** What it cost, where the gateway says so. */
  cost_kobo: Kobo | null
}

/** What a gateway answers when it is asked about a message that it took. */
export type LookedUp = { outcome: DeliveryOutcome | null; reason: string | null }

/**
 * Sends text messages. Throws ProviderUnavailable when it is unknown whether the message went out, and with `not_taken`
 * when it certainly did not.
 */
export type SmsGateway = {
  readonly name: string
  /**
   * `to` is E.164; `ext_ref` makes a repeated send have one effect. `repeated` says that an earlier send may have been
   * taken: a gateway that knows no `ext_ref` looks for it among what it sent before it sends again.
   */
  send(sms: { to: string; text: string; ext_ref: string; repeated?: boolean }): Promise<SendOutcome>
  /** Whether it has failed so often of late that a message which nobody has yet should go another way. */
  isDown?(): boolean
  /**
   * Reads a delivery report that was posted to us. `forged` where a signature is missing or wrong; null for what cannot
   * be read as a report. Never throws.
   */
  readReport?(request: { headers: Headers; query: URLSearchParams; body: string }): DeliveryReport | 'forged' | null
  /**
   * Asks what became of messages, at most 100, by the gateway's own ids; those it does not know are left out. Throws
   * ProviderUnavailable. A gateway that can be asked is asked before its unsigned reports are believed.
   */
  lookUp?(gateway_message_ids: readonly string[]): Promise<ReadonlyMap<string, LookedUp>>
}

/** Sends mails. Throws ProviderUnavailable when it is unknown whether the mail went out. */
export type MailGateway = {
  readonly name: string
  send(mail: { to: string; subject: string; text: string; html: string | null; ext_ref: string }): Promise<SendOutcome>
}

/** How a browser is reached: where its push service listens for it, and the keys that only it can read with. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

/**
 * Rings browsers whose page is closed. Throws ProviderUnavailable when it is unknown whether the push service took it.
 */
export type PushGateway = {
  readonly name: string
  /** What a browser must be given to subscribe, base64url. */
  readonly public_key: string
  /** Whether an address that a browser gave may be called: a known push service, and keys that are keys. */
  accepts(address: PushAddress): boolean
  /**
   * `payload` is what the service worker reads (at most 3 kB). Undelivered after `ttl_seconds` it is dropped by the
   * push service; a newer one of the same `topic` replaces one that was not delivered yet. `unsubscribed`:
   * this address is never there again.
   */
  send(
    push: PushAddress & { payload: string; ttl_seconds: number; topic: string },
  ): Promise<SendOutcome & { unsubscribed?: true }>
}
