import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Section } from './section.ts'
import { project } from './stage.ts'

/** Keeps what was measured in docs/figures.md, with the day and the kind of machine. */
export function writeFigures(sections: readonly Section[]): void {
  const text = [
    '# Figures of the day',
    `Measured by \`npm run bench -- --write\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}. The load averages tell what other programs ran beside it; where they are high, the figures are lower bounds. \`npm run bench\` measures your machine.`,
    ...sections.map((section) => section.text),
  ].join('\n\n')
  mkdirSync(join(project, 'docs'), { recursive: true })
  writeFileSync(join(project, 'docs/figures.md'), `${text}\n`)
}

function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores, ${gigabytes} GB of memory, Node.js ${process.versions.node}, ${process.platform}`
}
