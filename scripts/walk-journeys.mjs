import { wasInterrupted } from './signals.mjs'
import { runVitest } from './vitest.mjs'

const CONFIG = '--config=vitest.journeys.config.ts'
/** More failures than these are not by chance. */
const MOST_WALKED_AGAIN = 4

/**
 * Runs the journeys. If all are run, files that fail are run once more, with a new app and database; `again` names what
 * passed only then (docs/decisions/052).
 */
export async function walkJourneys(vitest_options) {
  const first = await runVitest([CONFIG, ...vitest_options])
  const { failed_files } = first
  const all_were_asked_for = vitest_options.length === 0
  const by_chance = failed_files.length > 0 && failed_files.length <= MOST_WALKED_AGAIN
  if (!all_were_asked_for || !by_chance || wasInterrupted()) return first

  console.log(`\nwalked again ${'─'.repeat(48)}`)
  const second = await runVitest([CONFIG, ...failed_files.map(({ file }) => file)])
  const failed_again = new Set(namesOf(second.failed_files))
  const passed_before = failed_files.reduce((sum, { passed }) => sum + passed, 0)
  return {
    passed: first.passed - passed_before + second.passed,
    failed: second.failed,
    again: failed_files.flatMap(({ failures }) => failures).filter(({ name }) => !failed_again.has(name)),
  }
}

function namesOf(files) {
  return files.flatMap(({ failures }) => failures.map(({ name }) => name))
}
