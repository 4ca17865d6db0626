export type SendOutcome =
  | { sent: true; gateway_message_id: string | null }
  /** The gateway will never take this message as it is (bad number, refused content): do not try again. */
  | { sent: false; message: string }

/** Sends text messages. Throws ProviderUnavailable when it is unknown whether the message went out. */
export type SmsGateway = {
  readonly name: string
  /** `to` is E.164; `ext_ref` makes a repeated send have one effect. */
  send(sms: { to: string; text: string; ext_ref: string }): Promise<SendOutcome>
}

/** Sends mails. Throws ProviderUnavailable when it is unknown whether the mail went out. */
export type MailGateway = {
  readonly name: string
  send(mail: {
    to: string
    subject: string
    text: string
    html: string | null
    ext_ref: string
  }): Promise<SendOutcome>
}
