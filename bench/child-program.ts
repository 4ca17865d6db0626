import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const first = ['../server/quick-imports.ts', '../scripts/end-with-parent.mjs']
const execArgv = first.map((file) => `--import=${new URL(file, import.meta.url)}`)

/** Starts a program of this folder in a process of its own; it works on messages. */
export function startProgram(file: URL): ChildProcess {
  return fork(fileURLToPath(file), { execArgv, serialization: 'advanced' })
}

/** Sends one message and waits for the answer. Throws when the program ends without one. */
export async function askProgram<Answer>(child: ChildProcess, question: object): Promise<Answer> {
  const answered = new AbortController()
  const ended = once(child, 'exit', { signal: answered.signal }).then(([code]) => {
    throw new Error(`A program of the bench ended with ${code}`)
  })
  try {
    child.send(question)
    const [answer] = await Promise.race([once(child, 'message', { signal: answered.signal }), ended])
    return answer as Answer
  } finally {
    answered.abort()
  }
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
