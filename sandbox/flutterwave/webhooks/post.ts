import http from 'node:http'
import https from 'node:https'

export type Answer = { http_status: number; answer: string }

/** Sends webhooks over kept-alive connections; follows no redirect, so a 3xx counts as a failure. */
export type PostOffice = {
  post(url: string, headers: Record<string, string>, body: string): Promise<Answer>
  close(): void
}

const answer_timeout_ms = 60_000
const longest_answer_kept = 500

export function openPostOffice(): PostOffice {
  const plain = new http.Agent({ keepAlive: true, maxSockets: 32 })
  const tls = new https.Agent({ keepAlive: true, maxSockets: 32 })

  return {
    post(url, headers, body) {
      return new Promise((resolve) => {
        const secure = url.startsWith('https:')
        const options = {
          method: 'POST',
          agent: secure ? tls : plain,
          timeout: answer_timeout_ms,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        }
        const failed = (error: Error) => resolve({ http_status: 0, answer: error.message })
        const onAnswer = (response: http.IncomingMessage) => {
          let answer = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            if (answer.length < longest_answer_kept) answer += chunk
          })
          response.on('error', failed)
          response.on('end', () =>
            resolve({ http_status: response.statusCode ?? 0, answer: answer.slice(0, longest_answer_kept) }),
          )
        }
        const request = secure ? https.request(url, options, onAnswer) : http.request(url, options, onAnswer)
        request.on('timeout', () => request.destroy(new Error('no answer within 60 seconds')))
        request.on('error', failed)
        request.end(body)
      })
    },
    close() {
      plain.destroy()
      tls.destroy()
    },
  }
}
