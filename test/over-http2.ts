import { once } from 'node:events'
import { request as ask } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'

/** The key of `certificate`, in the form in which Chromium is told to believe it (test/browser.ts). */
export const believed_key = 'n+sc135j0LWSz5KT6FlnCWOzlccg9E4Wv8XkVQl9FL0='

/** For localhost alone, made for this file, and good for nothing else. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxwqaZwdH1Kveg9AZ
ZORUr9yQdc7O+cEgpsnvgOiLIqyhRANCAARalCiWm1/qDVZclC2uznkK/S4EXGd6
YzjTplXHI2j5wctYCuv5JIQ2IN79uBzLDh9OPkCSnvILuas7cOYuIG0p
-----END PRIVATE KEY-----`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUPm4xMPTfgdD98hsKl0gD7PeOqcswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzA0NTMzNFoYDzIxMjYxMTAz
MDQ1MzM0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARalCiWm1/qDVZclC2uznkK/S4EXGd6YzjTplXHI2j5wctYCuv5JIQ2
IN79uBzLDh9OPkCSnvILuas7cOYuIG0po2kwZzAdBgNVHQ4EFgQUwvICo7QGfX/A
+eJbABs514GcA3IwHwYDVR0jBBgwFoAUwvICo7QGfX/A+eJbABs514GcA3IwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgJYq5MMiD0y4wzIwT1Ta4VGxJoMs6D+mLNMibC1mA6lYCIQDVgh48D4PB
Cff9SNvP/l6yRL3gW98xu8/heWzv5rl1FQ==
-----END CERTIFICATE-----`

/** What a proxy does not pass on (RFC 9113 §8.2.2). */
const of_the_connection = ['connection', 'keep-alive', 'transfer-encoding']

/**
 * The app behind TLS and HTTP/2, as phones reach it through Caddy (deploy/container/Caddyfile): what is counted of its
 * answers then is what a phone pays for.
 */
export async function overHttp2(app_url: string): Promise<{ url: string; close(): void }> {
  const passOn = (request: Http2ServerRequest, response: Http2ServerResponse) => {
    const named = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'))
    const headers = { ...Object.fromEntries(named), host: request.authority }
    const asked = ask(app_url + request.url, { method: request.method, headers }, (answer) => {
      const passed = Object.entries(answer.headers).filter(([name]) => !of_the_connection.includes(name))
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(passed))
      answer.pipe(response)
    })
    asked.on('error', () => response.stream.close())
    response.on('close', () => asked.destroy())
    request.pipe(asked)
  }
  const server = createSecureServer({ key, cert: certificate }, passOn)
  await once(server.listen(0, 'localhost'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `https://localhost:${port}`, close: () => server.close() }
}
