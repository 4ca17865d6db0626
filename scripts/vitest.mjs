import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInFront } from './child.mjs'
import { command } from './project.mjs'

/** Runs Vitest in front of the person. Returns how many tests passed and failed, and in which files. */
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
  const files = testResults.filter(({ status }) => status === 'failed').map(failedFile)
  const failed = numFailedTests + files.filter(({ failures }) => failures.length === 0).length
  const unexplained = failed === 0 && (exit_code !== 0 || numPassedTests === 0)
  return { passed: numPassedTests, failed: unexplained ? 1 : failed, failed_files: unexplained ? [] : files }
}

function failedFile({ name, assertionResults }) {
  const failures = assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages: [why = ''] }) => ({ name: fullName, why: why.split('\n')[0] }))
  return { file: name, passed: assertionResults.filter(({ status }) => status === 'passed').length, failures }
}
