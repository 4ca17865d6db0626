import { useEffect, useRef, useState } from 'react'

/**
 * What our server has drawn, of a page that is drawn again and again: what is the same stays, so that nobody who is in
 * the midst of it, by keyboard or screen reader, is thrown out.
 */
export function LiveHtml({ text }: { text: string }) {
  const [first] = useState(text)
  const shown = useRef(text)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What stands there may have been pressed before the page was awake, and is marked so: it is not put anew.
    if (shown.current === text) return
    shown.current = text
    const drawn = document.createElement('div')
    drawn.innerHTML = text
    if (box.current) takeOver(box.current, drawn)
  }, [text])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server.
  return <div ref={box} dangerouslySetInnerHTML={{ __html: first }} />
}

/** Makes the contents of an element those of another, from the outside in, and leaves what they have in common. */
function takeOver(shown: Node, drawn: Node): void {
  const before = [...shown.childNodes]
  const after = [...drawn.childNodes]
  for (const [place, node] of after.entries()) {
    const old = before[place]
    if (!old) shown.appendChild(node)
    else if (old.cloneNode().isEqualNode(node.cloneNode())) takeOver(old, node)
    else old.replaceWith(node)
  }
  for (const gone of before.slice(after.length)) gone.remove()
}
