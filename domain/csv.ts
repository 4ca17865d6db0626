/** What a spreadsheet reads as the start of a formula. */
const FORMULA_START = /^'*[=+\-@\t\r＝＋－＠]/
/** With semicolons as separators, a cell begins after one or after a line break, even within quotes. */
const FORMULA_WITHIN = /([;\t\r\n]\s*)('*[=+\-@＝＋－＠])/g
const GUARDED_WITHIN = /([;\t\r\n]\s*)'('*[=+\-@＝＋－＠])/g

/**
 * Rows as a CSV file (RFC 4180) that Excel reads as UTF-8. A cell that a spreadsheet would run as a formula gets an
 * apostrophe in front; `parseCsv` takes it off again.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(text: string): string {
  const within = text.replace(FORMULA_WITHIN, "$1'$2")
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
  let quoted = false
  let line = 1
  let began = 1
  const endRow = () => {
    cells.push(current)
    current = ''
    if (cells.some((text) => text.trim() !== '')) rows.push({ line: began, cells: cells.map(plain) })
    cells = []
  }
  for (let at = 0; at < source.length; at++) {
    const character = source[at]
    if (character === '\n') line++
    if (quoted) {
      if (character !== '"') current += character
      else if (source[at + 1] === '"') {
        current += '"'
        at++
      } else quoted = false
    } else if (character === '"' && current.trim() === '') {
      quoted = true
      current = ''
    } else if (character === separator) {
      cells.push(current)
      current = ''
    } else if (character === '\n') {
      endRow()
      began = line
    } else if (character !== '\r') current += character
  }
  endRow()
  return rows
}

function plain(text: string): string {
  const trimmed = text.trim().replace(GUARDED_WITHIN, '$1$2')
  return trimmed.startsWith("'") && FORMULA_START.test(text.trimStart().slice(1)) ? trimmed.slice(1) : trimmed
}
