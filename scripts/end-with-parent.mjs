import { isMainThread } from 'node:worker_threads'

// Loaded in front of the programs that a command runs. A command that was killed cannot pass that on, and its programs
// would keep writing, or keep the port and the database: this ends them as Ctrl-C would.
if (isMainThread) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}
