// Started by npm, this ends with npm. A start by hand may outlive its shell.
if (process.env.npm_lifecycle_event) await import('./end-with-parent.mjs')

const at_terminal = process.stdin.isTTY || process.stdout.isTTY
const patience_milliseconds = 10_000
const programs = new Set()
const tools = new Set()
const received = new Set()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // npm passes Ctrl-C on although the terminal already has: the second one must not end anything again.
    if (received.has(signal)) return
    received.add(signal)
    for (const child of tools) child.kill('SIGKILL')
    // A terminal sends Ctrl-C to all programs in the foreground. Other signals reached only this one: pass them on.
    if (!at_terminal || signal === 'SIGTERM') tellPrograms(signal)
    else setTimeout(tellPrograms, patience_milliseconds, 'SIGTERM').unref()
  })
}

// It asks for new processes and ends nothing (server/main-program.ts).
process.on('SIGUSR2', () => tellPrograms('SIGUSR2'))

function tellPrograms(signal) {
  for (const child of programs) child.kill(signal)
}

/** Whether somebody asked this command to stop. */
export const wasInterrupted = () => received.size > 0

/** Passes signals to the program once, and lets it end in its own time. */
export function endTogether(program) {
  endWith(programs, program)
}

/** Signals end the tool at once: its work is checked, and repeated, the next time. */
export function endAtOnce(tool) {
  endWith(tools, tool)
}

function endWith(group, child) {
  group.add(child)
  child.once('close', () => group.delete(child))
}
