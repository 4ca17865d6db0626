import { html } from 'hono/html'
import type { Html } from './layout.ts'

export type Cell = Html | string | number

/** A table that scrolls sideways on a small screen, reachable by keyboard. */
export function table(title: string, heads: string[], rows: Cell[][]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title}">
    <table>
      <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table>
  </div>`
}
