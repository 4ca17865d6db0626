import { relative } from 'node:path'
import { checks } from './checks.mjs'
import { Failure } from './failure.mjs'
import { installWhenNeeded } from './install.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { report } from './prepare.mjs'
import { root } from './project.mjs'
import { wasInterrupted } from './signals.mjs'
import { runVitest } from './vitest.mjs'
import { walkJourneys } from './walk-journeys.mjs'

const parts = ['types', 'lint', 'dead-code', 'build', 'unit', 'simulation', 'journeys']
const needed_for = { unit: ['build'], journeys: ['build', 'chromium'] }

/** Runs what `options` ask for and prints a summary, ending with the totals. Sets this process' exit code. */
export async function testAll(options) {
  const only = options.find((option) => option.startsWith('--only='))?.slice('--only='.length)
  const vitest_options = options.filter((option) => !option.startsWith('--only='))
  if (only && !parts.includes(only)) {
    console.error(`--only=${only} is unknown: it is one of ${parts.join(', ')}.`)
    process.exitCode = 2
    return
  }
  try {
    await oneAtATime(() => installWhenNeeded({ tools: true }))
    summarise(await runParts(only ? [only] : parts, vitest_options))
  } catch (error) {
    process.exitCode = report(error)
  }
}

async function runParts(selected, vitest_options) {
  const wanted = new Set(selected.flatMap((part) => [...(needed_for[part] ?? []), part]))
  const results = []
  const perform = async (name) => {
    if (wanted.has(name) && !wasInterrupted()) results.push(await check(name))
  }
  // The build takes longest and uses one core: the other checks run beside it.
  const beside = ['types', 'lint', 'dead-code', 'chromium'].reduce(
    (before, name) => before.then(() => perform(name)),
    Promise.resolve(),
  )
  await Promise.all([perform('build'), beside])
  if (wanted.has('unit')) results.push(await tests('unit', () => runVitest(vitest_options), []))
  await perform('simulation')
  if (wanted.has('journeys')) {
    const missing = results.filter(({ name, failed }) => needed_for.journeys.includes(name) && failed > 0)
    results.push(await tests('journeys', () => walkJourneys(vitest_options), missing))
  }
  return results
}

async function check(name) {
  const began_at = Date.now()
  try {
    await checks[name]()
    console.log(`✓ ${name}, ${secondsSince(began_at)}`)
    return { name, passed: 1, failed: 0, took: secondsSince(began_at) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (!wasInterrupted()) console.log(`\n✗ ${name}, ${secondsSince(began_at)}\n${error.output}\n${error.message}\n`)
    return { name, passed: 0, failed: 1, took: secondsSince(began_at) }
  }
}

async function tests(name, run, missing) {
  if (wasInterrupted()) throw new Failure('Stopped.')
  console.log(`\n${name} ${'─'.repeat(60 - name.length)}`)
  if (missing.length > 0) {
    console.log(`Not run, because of: ${missing.map((result) => result.name).join(', ')}`)
    return { name, passed: 0, failed: 0, took: 'not run' }
  }
  const began_at = Date.now()
  const { passed, failed, failures, wavering } = await run()
  return { name, passed, failed, failures, wavering, took: secondsSince(began_at) }
}

function summarise(results) {
  console.log(`\nsummary ${'─'.repeat(53)}`)
  for (const { name, passed, failed, took } of results) {
    const mark = failed > 0 ? '✗' : took === 'not run' ? '-' : '✓'
    console.log(`${mark} ${name.padEnd(10)} ${`${passed} passed, ${failed} failed`.padEnd(24)} ${took}`)
  }
  // A log is often read from its end, and in parts: what failed is named there.
  for (const { file, name, why } of results.flatMap(({ failures = [] }) => failures)) {
    console.log(`✗ ${relative(root, file)}: ${name}\n${indented(why)}`)
  }
  for (const { name, why } of results.flatMap(({ wavering = [] }) => wavering)) {
    console.log(`! failed in one of two walks: ${name}\n${indented(why)}`)
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  const ok = sum('failed') === 0 && sum('passed') > 0 && !wasInterrupted()
  process.exitCode = ok ? 0 : 1
}

function indented(lines) {
  return lines.replaceAll(/^/gm, '    ')
}

function secondsSince(began_at) {
  return `${((Date.now() - began_at) / 1000).toFixed(1)} s`
}
