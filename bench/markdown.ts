/** A table with aligned columns; all but the first are right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width, column)).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}

/** Its paragraphs in lines of at most 120 characters; tables and headings stay as they are. */
export function wrapped(text: string): string {
  return text
    .split('\n')
    .map((line) => (/^[|#]/.test(line) ? line : line.replace(/(?=.{121})(.{1,120}) /g, '$1\n')))
    .join('\n')
}

export function verdict(kept: boolean): string {
  return kept ? '✓' : '✗'
}

/** 1,234 or 1.2: no more digits than the figure deserves. */
export function figure(value: number, digits = 0): string {
  return Number.isFinite(value)
    ? value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : '–'
}

/** Kilobytes of 1,000 bytes. */
export function kilobytes(bytes: number): string {
  return figure(bytes / 1000, 1)
}
