import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { StartError } from './start-error.ts'

type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream }

/**
 * Asks questions on a terminal; a secret is not shown while it is typed. Ctrl-C and Ctrl-D end it with a StartError.
 */
export function askPerson({ input, output }: Terminal = { input: process.stdin, output: process.stdout }) {
  let hidden = false
  const screen = new Writable({
    write(piece, _encoding, done) {
      if (!hidden) output.write(piece)
      done()
    },
  })
  const lines = createInterface({ input, output: screen, terminal: true })
  const ask = async (question: string, secret: boolean): Promise<string> => {
    lines.setPrompt(question)
    lines.prompt()
    hidden = secret
    try {
      const stop = new AbortController()
      const answer = await Promise.race([
        once(lines, 'line', { signal: stop.signal }),
        once(lines, 'close', { signal: stop.signal }).then(() => null),
      ])
      stop.abort()
      if (!answer) throw new StartError('Nothing was done.')
      return String(answer[0])
    } finally {
      hidden = false
      if (secret) output.write('\n')
    }
  }
  return {
    ask: (question: string) => ask(question, false),
    askSecret: (question: string) => ask(question, true),
    close: () => lines.close(),
  }
}
