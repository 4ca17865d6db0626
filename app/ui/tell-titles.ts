/**
 * Says the title of a page that somebody went to: the link that they pressed is gone, and nothing else would speak.
 * Screens of back offices call it as soon as they are awake; the last script of every page
 * (app/storefront/offline/when-quiet.ts) once more, where nobody has.
 */
export function tellTitles(): void {
  if (document.getElementById('title-told')) return
  document.body.insertAdjacentHTML('beforeend', '<p id="title-told" class="sr-only" aria-live="polite">')
  const told = document.body.lastElementChild as HTMLElement
  let { pathname } = location
  let { title } = document
  const titles = new MutationObserver(() => {
    const has_moved = location.pathname !== pathname
    // The address changes before the page does.
    if (has_moved && document.title === title) return
    pathname = location.pathname
    title = document.title
    if (has_moved) told.textContent = title
  })
  titles.observe(document.head, { subtree: true, childList: true, characterData: true })
}
