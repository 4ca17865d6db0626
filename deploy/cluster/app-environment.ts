/** What every process of the app is told, here with the sandbox at the addresses of the real vendors. */
export const app_secrets = {
  NODE_ENV: 'production',
  SANDBOX: 'off',
  DEMO: 'off',
  HOST: '127.0.0.1',
  // haproxy says whose request it is.
  TRUST_PROXY: 'on',
  ADMIN_TWO_FACTOR: 'off',
  LOG_LEVEL: 'warn',
  FILES: 's3',
  S3_REGION: 'eu-west-1',
  S3_ACCESS_KEY_ID: 'chowgate',
  S3_SECRET_ACCESS_KEY: 'only-on-this-machine',
  SESSION_SECRET: 'the-same-on-every-machine-or-nobody-stays-logged-in',
  VAPID_PRIVATE_KEY: 'Kx8wQ2m5VtYb1nRcE7uJ0sLhP4zGdF9aTi6oXkNyC3E',
  FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK_TEST-sandbox0000000000-X',
  FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-sandbox0000000000-X',
  FLUTTERWAVE_WEBHOOK_SECRET: 'sandbox-webhook-secret',
  PAYSTACK_SECRET_KEY: 'sk_test_sandbox0000000000',
  SMARTHIVE_API_KEY: 'sandbox-smarthive-key',
  TERMII_API_KEY: 'sandbox-termii-key',
  TERMII_WEBHOOK_SECRET: 'sandbox-termii-secret',
  SMS_WEBHOOK_TOKEN: 'sandbox-sms-webhook-token',
  MAIL_FROM: 'ChowGate <orders@chowgate.example>',
}

export function vendors(sandbox_url: string, smtp_port: number): Record<string, string> {
  return {
    FLUTTERWAVE_BASE_URL: `${sandbox_url}/flutterwave/v3`,
    FLUTTERWAVE_SCRIPT_URL: `${sandbox_url}/flutterwave/v3.js`,
    PAYSTACK_BASE_URL: `${sandbox_url}/paystack`,
    SMARTHIVE_BASE_URL: `${sandbox_url}/smarthive`,
    TERMII_BASE_URL: `${sandbox_url}/termii`,
    NOMINATIM_BASE_URL: `${sandbox_url}/nominatim`,
    SMTP_URL: `smtp://127.0.0.1:${smtp_port}`,
  }
}
