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
