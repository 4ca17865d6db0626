import { wasInterrupted } from './signals.mjs'
import { failuresOf, runVitest } from './vitest.mjs'

const CONFIG = '--config=vitest.journeys.config.ts'
/** More failures than these are not by chance. */
const MOST_WALKED_AGAIN = 8

/**
 * Runs the journeys. If all are run, files that fail are run once more, one after the other, each with a new app and
 * database. A journey fails if it fails in both walks; `wavering` names those that failed in one of them
 * (docs/decisions/052).
 */
export async function walkJourneys(vitest_options) {
  const first = await runVitest([CONFIG, ...vitest_options])
  const { failed_files } = first
  const all_were_asked_for = vitest_options.length === 0
  const by_chance = failed_files.length > 0 && failed_files.length <= MOST_WALKED_AGAIN
  if (!all_were_asked_for || !by_chance || wasInterrupted()) return first

  console.log(`\nwalked again ${'─'.repeat(48)}`)
  const second = await runVitest([CONFIG, '--no-file-parallelism', ...failed_files.map(({ file }) => file)])
  const failed_first = failuresOf(failed_files)
  const failed_second = failuresOf(second.failed_files)
  const passed_before = failed_files.reduce((sum, { passed }) => sum + passed, 0)
  // In a file that could not be loaded no journey was walked, so none of it passed.
  const both = [...failed_first, ...failed_second]
  const broken = new Set(both.filter(({ is_broken }) => is_broken).map(({ file }) => file))
  const only_second = without(failed_second, failed_first).filter(({ file }) => !broken.has(file))
  const wavering = [...without(failed_first, failed_second), ...only_second]
  return {
    passed: first.passed - passed_before + second.passed + only_second.length,
    failed: second.failed - only_second.length,
    failures: without(failed_second, wavering),
    wavering,
  }
}

function without(failures, others) {
  const names = new Set(others.map(({ name }) => name))
  return failures.filter(({ name }) => !names.has(name))
}
