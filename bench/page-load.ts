/**
 * The program that requests one page over and over on kept connections, each waiting for its answer before the next
 * request. It only counts bytes, so that it costs less than any server. One message per round.
 */
import { connect } from 'node:net'

export type PageLoad = { port: number; path: string; connections: number; seconds: number }
export type PageLoadResult = { answers: number; seconds: number; bytes_each: number }

process.on('message', async (load: PageLoad) => {
  process.send?.(await ask(load))
})

async function ask({ port, path, connections, seconds }: PageLoad): Promise<PageLoadResult> {
  const question = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`
  const began = performance.now()
  const ends = began + seconds * 1000
  const all = await Promise.all(Array.from({ length: connections }, () => askOnOneConnection(port, question, ends)))
  return {
    answers: all.reduce((sum, one) => sum + one.answers, 0),
    seconds: (performance.now() - began) / 1000,
    bytes_each: all[0]?.bytes_each ?? 0,
  }
}

function askOnOneConnection(
  port: number,
  question: string,
  ends: number,
): Promise<{ answers: number; bytes_each: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let answers = 0
    let bytes_each = 0
    let received = 0
    let first = Buffer.alloc(0)
    socket.on('connect', () => socket.write(question))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the connection')))
    socket.on('data', (chunk: Buffer) => {
      if (bytes_each === 0) {
        first = Buffer.concat([first, chunk])
        bytes_each = lengthOf(first)
      }
      received += chunk.length
      if (bytes_each === 0 || received < bytes_each) return
      // Every answer has the same length, so anything else is an error of the server.
      if (received > bytes_each) return void socket.destroy(new Error('an answer of another length'))
      received = 0
      answers++
      if (performance.now() < ends) return void socket.write(question)
      socket.removeAllListeners('close')
      socket.end(() => resolve({ answers, bytes_each }))
    })
  })
}

/** The length of the answer that begins here, with its headers; 0 while the headers are incomplete. */
function lengthOf(answer: Buffer): number {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return 0
  const head = answer.toString('latin1', 0, end)
  const body = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200') || !body) throw new Error(`no page: ${head.split('\r\n')[0]}`)
  return end + 4 + Number(body)
}
