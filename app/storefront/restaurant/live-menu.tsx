import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { CONTENTS_MARK } from '../../../domain/catalog/menu/dish-contents.ts'
import { DeliverTo } from '../place/deliver-to.tsx'

/** What comes to a menu once it is awake: where it is brought to, and a search that narrows while somebody types. */
export function LiveMenu({ still, ...rest }: ComponentProps<typeof DeliverTo> & { still: unknown }): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other HTML it is another form.
  useEffect(narrowWhileTyping, [still])
  useEffect(fetchCart, [])
  return <DeliverTo {...rest} />
}

/** Here a cart is filled, perhaps once there is no line. What does not come now, the cart asks for when it needs it. */
function fetchCart() {
  import('../filled-cart/filled-cart.tsx').catch(() => undefined)
}

/**
 * Hides the dishes in whose words not every word stands that is typed. What the server was asked for already is widened
 * by asking it again.
 */
function narrowWhileTyping() {
  const box = document.querySelector<HTMLInputElement>('main search input[name=q]')
  const form = box?.form
  const status = box?.closest('search')?.parentElement?.querySelector('[role=status]')
  if (!box || !form || !status || box.defaultValue !== '') return
  const said = status.innerHTML
  const narrow = () => {
    const words = plain(box.value).split(/\s+/).filter(Boolean)
    const shown = showOnly((text) => words.every((word) => text.includes(word)))
    status.innerHTML = said
    if (words.length > 0) status.prepend(shown === 1 ? '1 dish found. ' : `${shown} dishes found. `)
  }
  const stay = (event: SubmitEvent) => {
    event.preventDefault()
    narrow()
    box.blur()
  }
  form.addEventListener('input', narrow)
  form.addEventListener('submit', stay)
  if (box.value !== '') narrow()
  return () => {
    form.removeEventListener('input', narrow)
    form.removeEventListener('submit', stay)
    showOnly(() => true)
  }
}

/** Shows the dishes of whose words that is true, and the sections that have one; answers how many they are. */
function showOnly(isWanted: (text: string) => boolean): number {
  let shown = 0
  for (const section of document.querySelectorAll<HTMLElement>('[id^=menu-]')) {
    const cards = [...section.querySelectorAll<HTMLElement>('li')]
    for (const card of cards) {
      // Not by what is in a dish: "No groundnut" would be found by the word.
      const words = [...card.querySelectorAll('h4, h4 + p')].map((part) => part.textContent.split(CONTENTS_MARK)[0])
      card.hidden = !isWanted(plain(`${words.join(' ')} ${section.getAttribute('aria-label')}`))
    }
    const left = cards.filter((card) => !card.hidden).length
    section.hidden = left === 0
    shown += left
  }
  return shown
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
