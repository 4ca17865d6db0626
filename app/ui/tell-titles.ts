/**
 * Says the title of a page that somebody went to: the link that they pressed is gone, and nothing else would speak.
 * Answers how to end it.
 */
export function tellTitles(): () => void {
  const told = document.createElement('p')
  told.className = 'sr-only'
  told.setAttribute('aria-live', 'polite')
  document.body.append(told)
  let { pathname } = location
  let { title } = document
  const look = () => {
    const has_moved = location.pathname !== pathname
    // The address changes before the page does.
    if (has_moved && document.title === title) return
    pathname = location.pathname
    title = document.title
    if (has_moved) told.textContent = title
  }
  const titles = new MutationObserver(look)
  titles.observe(document.head, { subtree: true, childList: true, characterData: true })
  return () => {
    titles.disconnect()
    told.remove()
  }
}
