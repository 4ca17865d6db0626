import { type DestinationStream, pino } from 'pino'
import { requestFields } from './request-id.ts'
import { surviveLostOutput } from './uncaught.ts'

export type Logger = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Personal data and keys never reach a log, whatever the field (docs/promises.md#logs-tell-of-nobody). */
const personal = [
  'email',
  'phone',
  'address',
  'customer_name',
  'customer_phone',
  'customer_address',
  'user_email',
  'account_number',
  'recipient',
  'authorization',
  'secret_key',
  'api_key',
  'password',
]

/**
 * Structured logs, one JSON object a line, to standard output or to `to`. A line that is written while a request is
 * answered carries its number.
 */
export function createLog(level: string, to: DestinationStream = standardOutput()): Logger {
  const redact = {
    paths: personal.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
    censor: '[hidden]',
  }
  const serializers = { err: errorWithoutValues }
  const timestamp = pino.stdTimeFunctions.isoTime
  return pino({ level, base: null, timestamp, redact, serializers, mixin: requestFields }, to)
}

/** The same log, which names addresses as `nameOf` does: one may itself be the key to what it leads to. */
export function namingPaths(log: Logger, nameOf: (path: string) => string): Logger {
  const named = (fields: object) => ('path' in fields ? { ...fields, path: nameOf(String(fields.path)) } : fields)
  return {
    debug: (fields, message) => log.debug(named(fields), message),
    info: (fields, message) => log.info(named(fields), message),
    warn: (fields, message) => log.warn(named(fields), message),
    error: (fields, message) => log.error(named(fields), message),
  }
}

/** Lines that cannot be written (a full disk, a closed terminal) wait up to this size, then they are dropped. */
const MOST_WAITING_BYTES = 4_000_000

function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: MOST_WAITING_BYTES })
  surviveLostOutput(output)
  return output
}

/**
 * A database error carries the row in its message and parameters. An engineer only needs its code, its place and the
 * first line, with everything that looks like a mail address or a number hidden.
 */
function errorWithoutValues(error: unknown): object {
  if (!(error instanceof Error)) return { message: withoutPersons(String(error)) }
  const cause = error.cause instanceof Error ? errorWithoutValues(error.cause) : undefined
  return {
    name: error.name,
    message: withoutPersons(error.message.split('\nparams:')[0] ?? ''),
    code: (error as { code?: string }).code,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .join('\n'),
    cause,
  }
}

/** A database quotes what it could not read, and searching that takes longer than it is long. */
const LONGEST_MESSAGE = 4000

function withoutPersons(text: string): string {
  // What stands at the cut may be half of an address, which nothing below would know.
  const short = text.length > LONGEST_MESSAGE ? text.slice(0, LONGEST_MESSAGE).replace(/\S{0,320}$/, '…') : text
  return short.replace(/[^\s@"'<]+@[^\s@"'>]+/g, '[mail]').replace(/\+?\d{7,}/g, '[number]')
}
