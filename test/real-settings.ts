/** What real payments, messages and mail need in the environment, with keys of nobody. */
export const real_settings = {
  FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK-abc-X',
  FLUTTERWAVE_SECRET_KEY: 'FLWSECK-abc-X',
  FLUTTERWAVE_WEBHOOK_SECRET: 'a-webhook-secret',
  PAYSTACK_SECRET_KEY: 'sk_live_abc',
  SMARTHIVE_API_KEY: 'abc',
  SMTP_URL: 'smtps://orders:pass@mail.example:465',
  MAIL_FROM: 'ChowGate <orders@chowgate.example>',
}
