// npm cannot be outlived. A start by hand, which may go on after its shell, is not tied to it.
if (process.env.npm_lifecycle_event) await import('./end-with-parent.mjs')

const at_terminal = process.stdin.isTTY || process.stdout.isTTY
const patience_milliseconds = 10_000
const children = new Set()
let interrupted = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    interrupted = true
    // A terminal sends Ctrl-C to everybody in front of it. Anything else reached only this process: it is passed on.
    if (!at_terminal || signal === 'SIGTERM') tellChildren(signal)
    else setTimeout(tellChildren, patience_milliseconds, 'SIGTERM').unref()
    // A second Ctrl-C must not end this process before the children have ended.
    process.on(signal, () => {})
  })
}

function tellChildren(signal) {
  for (const child of children) child.kill(signal)
}

/** Whether somebody asked this command to stop. */
export const wasInterrupted = () => interrupted

/** Signals to this process end the child as well, once. */
export function endTogether(child) {
  children.add(child)
  child.once('close', () => children.delete(child))
}
