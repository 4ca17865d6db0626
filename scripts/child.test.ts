import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** In a process of its own, as the scripts are: they listen to its signals. */
function endOf(most_seconds: number, program: string): unknown {
  const script = `
    import { runBounded } from './scripts/child.mjs'
    const ended = await runBounded(${most_seconds}, process.execPath, ['--eval', ${JSON.stringify(program)}])
    console.log(JSON.stringify(ended))
  `
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }))
}

test('a program that never ends is ended, and no other', () => {
  expect(endOf(1, 'for (;;);')).toMatchObject({ was_ended: true })
  expect(endOf(20, 'console.log("done"); process.exit(3)')).toEqual({ exit_code: 3, output: 'done', was_ended: false })
})
