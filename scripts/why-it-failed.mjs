import { stripVTControlCharacters } from 'node:util'

const LAST_OF_LOG = 3

/**
 * Why a test failed, in few lines: what was thrown, where in our own files, and how the browser's log of it ended. A
 * log of CI is kept in part, and a journey that fails only there can be understood from nothing else.
 */
export function whyItFailed(text = '') {
  const lines = stripVTControlCharacters(text).split('\n')
  const [thrown, ...rest] = lines
  const is_place = (line) => /^\s+at /.test(line)
  const place = rest.filter(is_place).map(ownPlace).find(Boolean)
  const log = rest.slice(rest.indexOf('Call log:') + 1).filter((line) => line.trim() !== '' && !is_place(line))
  const waited_for = rest.includes('Call log:') ? log.slice(0, 1) : []
  const ended = rest.includes('Call log:') ? log.slice(1).slice(-LAST_OF_LOG) : []
  return [place ? `${thrown} (${place})` : thrown, ...[...waited_for, ...ended].map((line) => line.trim())].join('\n')
}

function ownPlace(line) {
  return line.includes('node_modules') ? undefined : /([\w.-]+\.[cm]?[tj]sx?:\d+):\d+/.exec(line)?.[1]
}
