import { isMainThread } from 'node:worker_threads'

// A command that was killed cannot pass that on, and its programs would keep writing, or keep the port and the
// database. Imported by a program, this ends it as Ctrl-C would, soon after the one that started it is gone.
if (isMainThread) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}
