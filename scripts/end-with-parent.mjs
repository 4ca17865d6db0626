import { isMainThread } from 'node:worker_threads'

// A killed command cannot pass the signal on, so its programs would keep writing, or keep the port and the database. A
// program that imports this ends as if by Ctrl-C, soon after its parent process is gone.
if (isMainThread) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}
