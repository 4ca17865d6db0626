const refresh_ms = 3000

/** Replaces the main part by a newer version, unless somebody is using a form in it. */
async function refresh(): Promise<void> {
  const main = document.querySelector('main')
  if (!main || document.hidden || main.querySelector('details[open], form:focus-within')) return
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main')
  if (next && next.innerHTML !== main.innerHTML) main.replaceWith(next)
}

setInterval(() => refresh().catch(() => {}), refresh_ms)

export {}
