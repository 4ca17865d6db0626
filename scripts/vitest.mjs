import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInFront } from './child.mjs'
import { command, root } from './project.mjs'
import { whyItFailed } from './why-it-failed.mjs'

/** Runs Vitest with its output shown. Returns how many tests passed and failed, and in which files. */
export async function runVitest(options) {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-tests-'))
  const report = join(folder, 'report.json')
  const unhandled = join(folder, 'unhandled.json')
  try {
    const reporters = ['default', 'json', './scripts/unhandled-errors-reporter.mjs']
    const reporting = [...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${report}`]
    // Dozens of the tests' processes load the same modules; compiled once, each starts a second of a core sooner.
    const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node')
    const env = { ...process.env, NODE_ENV: 'test', NODE_COMPILE_CACHE, UNHANDLED_ERRORS_FILE: unhandled }
    const exit_code = await runInFront([command('vitest'), 'run', ...reporting, ...options], env)
    return count(exit_code, read(report, nothing_ran), read(unhandled, 0))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const nothing_ran = { numPassedTests: 0, numFailedTests: 0, testResults: [] }

function read(file, otherwise) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return otherwise
  }
}

/**
 * A file that could not be loaded, an uncaught error, and a Vitest that ended badly or found nothing to run are
 * failures as well. `failed_files` are all that failed, or none if something failed outside of a file.
 */
function count(exit_code, { numPassedTests, numFailedTests, testResults }, unhandled_errors) {
  const files = testResults.filter(({ status }) => status === 'failed').map(failedFile)
  const broken_files = files.filter(({ is_broken }) => is_broken).length
  const failed = numFailedTests + broken_files + unhandled_errors
  const unexplained = failed === 0 && (exit_code !== 0 || numPassedTests === 0)
  return {
    passed: numPassedTests,
    failed: unexplained ? 1 : failed,
    failed_files: unexplained || unhandled_errors > 0 ? [] : files,
    failures: failuresOf(files),
  }
}

/** A file whose tests could not begin has no failed test; it is listed under its own name. */
function failedFile({ name: file, message, assertionResults }) {
  const failures = assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({ name: fullName, why: whyItFailed(failureMessages[0]) }))
  const is_broken = failures.length === 0
  return {
    file,
    is_broken,
    passed: assertionResults.filter(({ status }) => status === 'passed').length,
    failures: is_broken ? [{ name: file, why: whyItFailed(message) }] : failures,
  }
}

/** What failed in these files, each with its file. */
export function failuresOf(files) {
  return files.flatMap(({ file, failures, is_broken }) => failures.map((failure) => ({ ...failure, file, is_broken })))
}
