import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInFront } from './child.mjs'
import { command } from './project.mjs'

/** Runs Vitest in front of the person. Returns how many tests passed and failed, and which passed only when they were walked again. */
export async function runVitest(options) {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-tests-'))
  const report = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const env = { ...process.env, NODE_ENV: 'test' }
    const exit_code = await runInFront([command('vitest'), 'run', ...reporters, ...options], env)
    return count(exit_code, readReport(report))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  }
}

/** A file that could not be loaded, and a Vitest that ended badly or found nothing to run, are failures as well. */
function count(exit_code, { numPassedTests, numFailedTests, testResults }) {
  const broken_files = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  const failed = numFailedTests + broken_files.length
  const unexplained = failed === 0 && (exit_code !== 0 || numPassedTests === 0)
  return { passed: numPassedTests, failed: unexplained ? 1 : failed, again: testResults.flatMap(walkedAgain) }
}

/** A test that passed and has failures was walked more than once. */
function walkedAgain({ assertionResults }) {
  return assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => ({ name: fullName, why: failureMessages[0].split('\n')[0] }))
}
