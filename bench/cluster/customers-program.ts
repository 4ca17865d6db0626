/** The customers in a process of their own: it gets its task by one message and answers with one. */
import { buyFor, type CustomerLoad } from './customers.ts'

process.once('message', async (load: CustomerLoad) => {
  const bought = await buyFor(load)
  process.send?.(bought, () => process.exit(0))
})
