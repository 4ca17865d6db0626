import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { node, root } from './project.mjs'
import { endAtOnce, endTogether } from './signals.mjs'

const end_with_parent = new URL('./end-with-parent.mjs', import.meta.url).href

/** Runs a program to its end, quietly. Returns its exit code and its output. */
export async function run(program, args, env = process.env) {
  const NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} --import=${end_with_parent}`.trim()
  const child = spawn(program, args, {
    cwd: root,
    env: { ...env, NODE_OPTIONS },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endAtOnce(child)
  const printed = []
  child.stdout.on('data', (chunk) => printed.push(chunk))
  child.stderr.on('data', (chunk) => printed.push(chunk))
  const exit_code = await endOf(child)
  return { exit_code, output: Buffer.concat(printed).toString().trim() }
}

/** The same, but ends a program that takes more processor time; on Windows nothing does. */
export async function runBounded(most_seconds, program, args) {
  if (process.platform === 'win32') return { ...(await run(program, args)), was_ended: false }
  const result = await run('sh', ['-c', `ulimit -t ${most_seconds} && exec "$@"`, 'sh', program, ...args])
  return { ...result, was_ended: ended_by_force.includes(result.exit_code) }
}

/** Of the two signals of this limit, some programs do not hear the first. */
const ended_by_force = [constants.signals.SIGXCPU, constants.signals.SIGKILL].map((signal) => 128 + signal)

/** Runs a script with the project's own Node.js and prints its output as it comes. Returns its exit code. */
export function runInFront(args, env = process.env) {
  const child = spawn(node, ['--import', end_with_parent, ...args], { cwd: root, env, stdio: 'inherit' })
  endTogether(child)
  return endOf(child)
}

function endOf(child) {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    // As in a shell: a program ended by a signal has 128 plus the signal's number.
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}
