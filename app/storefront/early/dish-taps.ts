import { isRefusedNote, noteChoice } from '../../../domain/catalog/menu/dish-note.ts'
import { isChosenRight } from '../../../domain/catalog/menu/option-rules.ts'
import { formatNaira, kobo } from '../../../domain/money.ts'
import { toast } from '../../ui/toast.ts'
import { DISH_SHEET_ID } from '../restaurant/dish-sheet-id.ts'
import { refuseNote } from '../restaurant/refuse-note.ts'
import { addToCart } from './add-to-cart.ts'

// The dialog of a dish, before React is there and after. It knows what the page holds
// (restaurant/menu-html.server.tsx), and puts what was chosen into the cart.

type Opened = {
  dialog: HTMLDialogElement
  form: HTMLFormElement
  button: HTMLButtonElement
  name: string
  quantity: number
  /** True from the first attempt to add it: then the dialog says what is missing. */
  adding: boolean
}

let opened: Opened | undefined

/** Opens it for the dish whose card holds `button`. Each opening starts at one again. */
function openDishSheet(button: HTMLButtonElement): void {
  const dialog = document.getElementById(DISH_SHEET_ID)
  const form = dialog?.querySelector('form')
  const card = button.closest('li')
  const name = card?.querySelector('h4')?.textContent
  if (!(dialog instanceof HTMLDialogElement) || dialog.open || !form || !card || !name) return
  opened = { dialog, form, button, name, quantity: 1, adding: false }
  const picture = form.querySelector('img')
  const own = card.querySelector('img')
  if (picture && own) [picture.sizes, picture.srcset, picture.src] = ['28rem', own.srcset, own.src]
  write('name', name)
  write('description', card.querySelector('h4 + p')?.textContent ?? '')
  part('choices').replaceChildren(...(card.querySelector('template')?.content.cloneNode(true).childNodes ?? []))
  const note = noteField(form)
  if (note) note.value = ''
  draw()
  dialog.showModal()
}

function add(): void {
  if (!opened) return
  const { dialog, form, button, name, quantity } = opened
  opened.adding = true
  draw()
  const wrong = form.querySelector<HTMLElement>('fieldset[aria-describedby] input')
  if (wrong) {
    wrong.focus()
    return
  }
  const note = noteField(form)
  const typed = note?.value ?? ''
  if (note && isRefusedNote(typed)) {
    refuseNote(note)
    return
  }
  const options = [
    ...chosen().map((option) => ({
      group: option.closest('fieldset')?.dataset['name'] ?? '',
      name: option.nextElementSibling?.textContent ?? '',
    })),
    ...noteChoice(typed),
  ]
  const { vendor_id = '', vendor_name = '' } = dialog.dataset
  addToCart({
    vendor_id,
    vendor_name,
    name,
    price_kobo: price(),
    quantity,
    food_image: button.dataset['image'] ?? null,
    ...(options.length > 0 ? { options } : {}),
  })
  dialog.close()
  toast(`${quantity} ${name} added to cart!`)
}

/** Shows what it costs by now, and what is wrong with what was chosen. */
function draw(): void {
  if (!opened) return
  const { form, quantity, adding } = opened
  const groups = [...form.querySelectorAll('fieldset')]
  for (const group of groups) {
    const { min, max, rule } = group.dataset
    const count = chosen(group).length
    const problem = group.querySelector('[role=alert]')
    const is_right = isChosenRight({ min: adding ? Number(min) : 0, max: Number(max) }, count)
    if (problem) problem.textContent = is_right ? '' : `${rule}, please.`
    if (is_right || !problem) group.removeAttribute('aria-describedby')
    else group.setAttribute('aria-describedby', problem.id)
  }
  write('price', formatNaira(price()))
  write('total', quantity > 1 || groups.length > 0 ? formatNaira(kobo(price() * quantity)) : '')
  write('add', quantity > 1 ? `Add (${quantity} Items)` : 'Add to Cart')
  const [number, less] = [form.querySelector('output[aria-labelledby]'), stepsOf(form).less]
  if (number) number.textContent = String(quantity)
  if (less) less.disabled = quantity <= 1
}

const stepsOf = (form: HTMLElement) => ({
  less: form.querySelector<HTMLButtonElement>('[aria-label="One less"]'),
  more: form.querySelector<HTMLButtonElement>('[aria-label="One more"]'),
})

const noteField = (form: HTMLElement) => form.querySelector<HTMLInputElement>('[name=note]')

/** The choices that are ticked. */
const chosen = (within: Element | undefined = opened?.form) =>
  [...(within?.querySelectorAll<HTMLInputElement>('input:checked') ?? [])].filter(({ value }) => value !== '')

/** Of one, with its choices. */
const price = () => kobo([opened?.button, ...chosen()].reduce((sum, one) => sum + Number(one?.dataset['kobo'] ?? 0), 0))

const part = (name: string) => opened?.form.querySelector(`[data-part=${name}]`) as HTMLElement

const write = (name: string, text: string) => {
  part(name).textContent = text
}

const ofSheet = ({ target }: Event) =>
  target instanceof Element && opened && target.closest(`#${DISH_SHEET_ID}`) ? target : null

addEventListener('click', (event) => {
  const of_dish =
    event.target instanceof Element && event.target.closest<HTMLButtonElement>('button[data-early][name=dish]')
  if (of_dish && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault()
    of_dish.removeAttribute('aria-busy')
    openDishSheet(of_dish)
  }
  const pressed = ofSheet(event)?.closest('button')
  if (!pressed || !opened) return
  const { less, more } = stepsOf(opened.form)
  if (pressed === less) opened.quantity--
  if (pressed === more) opened.quantity++
  draw()
})
addEventListener('change', (event) => ofSheet(event) && draw())
addEventListener('submit', (event) => {
  if (!ofSheet(event)) return
  event.preventDefault()
  add()
})
