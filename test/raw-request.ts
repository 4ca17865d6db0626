import { type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RawQuestion = {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Sends it without saying how long it is. */
  chunked?: boolean
}
export type RawAnswer = { status: number; headers: IncomingHttpHeaders; text: string }

/** A request as a browser or an attacker sends it, every header as it is. */
export function rawRequest(
  server: Pick<Server, 'address'>,
  path: string,
  { method = 'GET', headers = {}, body, chunked }: RawQuestion,
): Promise<RawAnswer> {
  const { port } = server.address() as AddressInfo
  const size: Record<string, string> = body === undefined || chunked ? {} : { 'content-length': String(body.length) }
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method, headers: { ...size, ...headers }, agent: false }, async (answer) => {
      let text = ''
      for await (const part of answer) text += part
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
    })
    // A server that has answered may close the connection before everything was sent.
    sent.on('error', (error) => setTimeout(reject, 1000, error))
    if (body !== undefined) sent.write(body)
    sent.end()
  })
}
