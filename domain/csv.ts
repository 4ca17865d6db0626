/** What a spreadsheet reads as the start of a formula. */
const FORMULA_START = /^'*[=+\-@\t\r＝＋－＠]/
/**
 * With semicolons as separators, a cell begins after one or after a line break, even within quotes. Each match takes
 * all of a gap, whatever follows, or a long gap would be looked at once from each of its signs.
 */
const GAPS_WITHIN = /([;\s]+)('*[=+\-@＝＋－＠])?/g
const CELL_BEGINS = /[;\t\r\n]/

/**
 * Rows as a CSV file (RFC 4180) that Excel reads as UTF-8. A cell that a spreadsheet would run as a formula gets an
 * apostrophe in front; `parseCsv` takes it off again.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(text: string): string {
  const within = text.replace(GAPS_WITHIN, (all, gap: string, formula?: string) =>
    formula && CELL_BEGINS.test(gap) ? `${gap}'${formula}` : all,
  )
  const safe = FORMULA_START.test(within) ? `'${within}` : within
  return /[",\r\n']/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * The rows of a CSV file as spreadsheets write it: quotes, line breaks within cells, comma or semicolon. Blank rows are
 * left out; `line` is the line where a row began, for error messages.
 */
export function parseCsv(text: string): { line: number; cells: string[] }[] {
  const source = text.replace(/^\uFEFF/, '')
  const first_line = source.slice(0, source.search(/[\r\n]|$/))
  const separator = first_line.includes(';') && !first_line.includes(',') ? ';' : ','
  const rows: { line: number; cells: string[] }[] = []
  let cells: string[] = []
  let current = ''
  // Asked at each quote: `current` itself would be put together anew for each answer.
  let is_blank = true
  let quoted = false
  let line = 1
  let began = 1
  const add = (character: string) => {
    current += character
    is_blank &&= character.trim() === ''
  }
  const empty = () => {
    current = ''
    is_blank = true
  }
  const endCell = () => {
    cells.push(current)
    empty()
  }
  const endRow = () => {
    endCell()
    if (cells.some((text) => text.trim() !== '')) rows.push({ line: began, cells: cells.map(plain) })
    cells = []
  }
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? ''
    if (character === '\n') line++
    if (quoted) {
      if (character !== '"') add(character)
      else if (source[at + 1] === '"') {
        add('"')
        at++
      } else quoted = false
    } else if (character === '"' && is_blank) {
      quoted = true
      empty()
    } else if (character === separator) {
      endCell()
    } else if (character === '\n') {
      endRow()
      began = line
    } else if (character !== '\r') add(character)
  }
  endRow()
  return rows
}

function plain(text: string): string {
  const trimmed = text
    .trim()
    .replace(GAPS_WITHIN, (all, gap: string, formula?: string) =>
      formula && formula.length > 1 && CELL_BEGINS.test(gap) ? gap + formula.slice(1) : all,
    )
  return trimmed.startsWith("'") && FORMULA_START.test(text.trimStart().slice(1)) ? trimmed.slice(1) : trimmed
}
