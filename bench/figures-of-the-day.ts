import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { wrapped } from './markdown.ts'
import type { Section } from './section.ts'
import { project } from './stage.ts'

/** Writes the figures into docs/figures.md, with the kind of machine; parts that were not measured today stay. */
export function writeFigures(sections: readonly Section[]): void {
  const file = join(project, 'docs/figures.md')
  const head =
    `# Figures of the day

Measured by \`npm run bench -- --write\`: ${machine()}. The load averages tell what other programs ran beside it; ` +
    `where they are high, the figures are lower bounds. \`npm run bench\` measures your machine.`
  mkdirSync(dirname(file), { recursive: true })
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const measured = sections.map(({ text }) => text).join('\n\n')
  writeFileSync(file, wrapped(`${[head, ...mergeParts(kept, measured)].join('\n\n')}\n`))
}

/** The parts of two texts by their second-level headings; if both have one, the later text's is taken. */
export function mergeParts(earlier: string, later: string): string[] {
  const parts = `${earlier.trimEnd()}\n\n${later}`.split(/^(?=## )/m).filter((part) => part.startsWith('## '))
  const by_heading = new Map(parts.map((part) => [part.split('\n')[0], part.trimEnd()]))
  return [...by_heading.values()]
}

function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores, ${gigabytes} GB of memory, Node.js ${process.versions.node}, ${process.platform}`
}
