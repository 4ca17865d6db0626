import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { turns } from '../turns.ts'
import { type Encoded, PictureRefused, type PictureShape } from './encode-picture.ts'

const MEBIBYTE = 1024 * 1024

export type EncodeQuestion = { upload: Uint8Array; shape: PictureShape }
export type EncodeAnswer = {
  encoded?: Encoded[PictureShape]
  refused?: PictureRefused['reason']
  /** The memory of the process afterwards. */
  held_bytes: number
}

export type EncodeLimits = {
  /** The most memory of the process; the largest picture that we accept needs two thirds of it. */
  most_memory_bytes: number
  /** If a picture leaves the process with more than this, it ends, and the next picture gets a new one. */
  kept_memory_bytes: number
  timeout_ms: number
  /** After this long without a picture the process ends, which frees its memory. */
  idle_ms: number
}

const usual_limits: EncodeLimits = {
  most_memory_bytes: 340 * MEBIBYTE,
  kept_memory_bytes: 160 * MEBIBYTE,
  timeout_ms: 30_000,
  idle_ms: 10_000,
}

/** Re-encodes an upload to the files of its shape. Throws PictureRefused. */
export type Encode = <Shape extends PictureShape>(upload: Buffer, shape: Shape) => Promise<Encoded[Shape]>

/**
 * `encodePhoto` and `encodePlan` in a process of its own, one picture at a time: the memory and the time that pictures
 * take are limited, however many come, and the app's own threads stay free. A picture that needs more than `limits` is
 * refused, and its process ended.
 */
export function encodeElsewhere(limits = usual_limits): Encode {
  const inTurn = turns(1)
  let child: ChildProcess | null = null
  let idle: ReturnType<typeof setTimeout> | undefined
  /** The end of the previous process: two at once would need twice the memory. */
  let ended: Promise<unknown> = Promise.resolve()

  function start(): ChildProcess {
    const started = startProgram(limits)
    const forget = () => {
      if (child === started) child = null
    }
    started.once('exit', forget)
    // A process that could not be started has no exit event.
    started.on('error', forget)
    return started
  }

  function kill(working: ChildProcess): void {
    if (child === working) child = null
    const is_over = working.exitCode !== null || working.signalCode !== null || working.pid === undefined
    if (!is_over) ended = once(working, 'exit')
    working.kill('SIGKILL')
  }

  async function encode(upload: Buffer, shape: PictureShape): Promise<Encoded[PictureShape]> {
    clearTimeout(idle)
    await ended
    child ??= start()
    const working = child
    keepAlive(working, true)
    const answer = await ask(working, { upload, shape }, limits.timeout_ms)
    if (!answer) {
      kill(working)
      throw new PictureRefused('too_many_pixels')
    }
    keepAlive(working, false)
    if (answer.held_bytes > limits.kept_memory_bytes) kill(working)
    else idle = setTimeout(kill, limits.idle_ms, working).unref()
    if (answer.encoded) return answer.encoded
    throw new PictureRefused(answer.refused ?? 'not_a_picture')
  }

  return (upload, shape) => inTurn(() => encode(upload, shape) as Promise<Encoded[typeof shape]>)
}

function startProgram({ most_memory_bytes }: EncodeLimits): ChildProcess {
  return fork(
    fileURLToPath(new URL('./encode-program.ts', import.meta.url)),
    [String(most_memory_bytes)],
    // The process decodes strangers' files, so no key of ours is in its environment. Large blocks are returned to the
    // system at once: otherwise glibc keeps what a picture needed, and the next one adds to it.
    {
      env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '0' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
}

/** The program's answer; null when it ended without one or took too long. Throws when it cannot be started. */
async function ask(child: ChildProcess, question: EncodeQuestion, timeout_ms: number): Promise<EncodeAnswer | null> {
  const settled = new AbortController()
  const { signal } = settled
  try {
    child.send(question, () => {})
    const answered = once(child, 'message', { signal }).then(([answer]) => answer as EncodeAnswer)
    const ended = once(child, 'exit', { signal }).then(() => null)
    const late = new Promise<null>((resolve) => {
      const timer = setTimeout(resolve, timeout_ms, null)
      signal.addEventListener('abort', () => clearTimeout(timer))
    })
    return await Promise.race([answered, ended, late])
  } finally {
    settled.abort()
  }
}

/** Whether an unfinished picture keeps our process alive; an idle program does not. */
function keepAlive(child: ChildProcess, held: boolean): void {
  if (held) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}
