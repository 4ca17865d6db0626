import { renderToStaticMarkup } from 'react-dom/server'
import { lineTotal } from '../../../domain/catalog/menu/cart-line.ts'
import { choicesKey, choicesText } from '../../../domain/catalog/menu/option-groups.ts'
import { formatNaira } from '../../../domain/money.ts'
import { Sum } from './rows.tsx'
import type { WholeSummary } from './summary-view.server.ts'

type Bill = Pick<WholeSummary, 'lines' | 'costs'>

/** What is ordered and what it costs, before it is paid, as HTML, so that no script has to carry it. */
export const billHtml = (bill: Bill): string => renderToStaticMarkup(<WhatItCosts {...bill} />)

function WhatItCosts({ lines, costs }: Bill) {
  return (
    <>
      <h2 id="cost-heading" className="text-lg font-bold">
        Your order
      </h2>
      <ul className="mt-3 space-y-1.5">
        {lines.map((line) => (
          <li key={`${line.food_id} ${choicesKey(line.options)}`} className="flex justify-between gap-4">
            <span>
              {line.quantity} × {line.name} <span className="text-sm text-ink-soft">{line.vendor_name}</span>
              {line.options && <span className="block text-sm">{choicesText(line.options)}</span>}
            </span>
            <span className="money">{formatNaira(lineTotal(line))}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-4 space-y-1.5 border-t border-line pt-4">
        {costs.map((line) => (
          <Sum key={line.name} {...line} />
        ))}
      </dl>
    </>
  )
}
