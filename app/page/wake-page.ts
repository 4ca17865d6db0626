/** What somebody did before the page was awake: a press at its time, or (at 0) a field with what it holds now. */
type Held = { target: HTMLElement; at: number; value?: string; checked?: boolean }
type Pressable = HTMLAnchorElement | HTMLButtonElement
/** React remembers here the last value that it saw, and tells its listeners only of other values. */
type Field = HTMLInputElement & { _valueTracker?: { setValue(value: string): void } }

/**
 * Runs in the browser, inline, before anything else of the page's script (docs/decisions/066). It fetches that script
 * at idle on a good connection (a busy phone may never be idle: within seconds), at the first touch on a slow one, and
 * at once where the page cannot do without it or where a cart is filled. What is pressed, typed or chosen before the
 * page is awake is kept, the page says so, and it is done in its order afterwards. Links and forms that need no script
 * go their own way: at once, or after a while.
 *
 * It is sent as its own source text, so it may use nothing from outside itself, and every byte of it is in every page.
 */
function wakePage(): void {
  // Opera Mini runs scripts on its servers, for two seconds and no longer: it gets what needs none.
  if ('operamini' in window) return
  document.documentElement.dataset['runs'] = ''
  // What a page does once all else is done (storefront/offline/when-quiet.ts), and what that may want: named here, so
  // that the worker keeps it with the page. server/render.ts puts in their addresses.
  const later = ['/assets/when-quiet.js', '/assets/phone-news.js'] as const
  const early_scripts = { dish_taps: '/assets/dish-taps.js', carousel_taps: '/assets/carousel-taps.js' }
  // The rest of the style, where the document has only what it shows: without it nothing new may be drawn.
  const rest = '/assets/rest-of-style.css'
  const { files = '', early: first, atOnce, cut } = (document.currentScript as HTMLScriptElement).dataset
  const part = (id: string) => document.getElementById(id)
  const whole = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
  const kept: Held[] = []
  let hurry: (() => void)[] = []
  let started = false
  // Whether what serves the first taps (storefront/early/) answers them itself.
  let early = false
  let failed = false
  let let_go = false

  const tell = () => {
    const news = part('page-news')
    if (!news) return
    const waits = kept.some(({ at }) => at)
    const why = !navigator.onLine ? 'You are offline' : failed && 'Weak network'
    news.textContent = !waits
      ? ''
      : why
        ? `${why}. What you tapped is kept and done when the network is back.`
        : 'One moment…'
  }
  const fetchFile = async (file: string) => {
    for (let pause = 500; ; pause = Math.min(pause * 2, 16000)) {
      const stop = new AbortController()
      let stalled: ReturnType<typeof setTimeout> | undefined
      const moves = () => {
        clearTimeout(stalled)
        stalled = setTimeout(() => stop.abort(), 15000)
      }
      // What hangs on the line that was lost is asked for anew on the one that came.
      const again = () => {
        pause = 100
        stop.abort()
      }
      addEventListener('online', again)
      try {
        moves()
        const { body, ok, status } = await fetch(file, stop)
        const reader = body?.getReader()
        while (!(await reader?.read())?.done) moves()
        if (ok) return
        // A newer build has other files; for some seconds servers of both builds may answer.
        if (status === 404 && pause > 4000 && kept[0]) location.reload()
      } catch {
      } finally {
        clearTimeout(stalled)
        removeEventListener('online', again)
      }
      failed = true
      tell()
      await new Promise<void>((resolve) => {
        hurry.push(resolve)
        setTimeout(resolve, pause)
      })
    }
  }
  // Imports then come from the browser's memory: some browsers never ask again for a module that failed once.
  const run = () => {
    const text = part('page-script')?.textContent
    if (!text) return comeAnew()
    const module = document.createElement('script')
    module.type = 'module'
    module.textContent = text
    module.onerror = () => setTimeout(run, 2000)
    if (cut === undefined) return document.head.append(module)
    const style = document.createElement('link')
    style.rel = 'stylesheet'
    style.href = rest
    style.onload = () => document.head.append(module)
    style.onerror = module.onerror
    document.querySelector('style')?.after(style)
  }
  /**
   * A document without its end was cut off on its way. While the line is down, what there is stays. Whoever pressed a
   * link of it goes there.
   */
  const comeAnew = async () => {
    await fetchFile(location.href)
    if (awake.signal.aborted || part('page-script')) return
    const link = document.querySelector<HTMLAnchorElement>('a[aria-busy]')
    location.assign(link?.href ?? location.pathname + location.search)
  }
  const wake = () => {
    const waiting = hurry
    hurry = []
    for (const go of waiting) go()
    if (started) return
    started = true
    void Promise.resolve(first && fetchEarly(first as keyof typeof early_scripts).then(answerEarly))
      .then(() => Promise.all([whole, ...`${files}${cut === undefined ? '' : ` ${rest}`}`.split(' ').map(fetchFile)]))
      .then(run)
  }
  /** First the frame that shows what was touched: asking for files costs a slow phone as much as drawing it. */
  const wakeBehindFrame = () => requestAnimationFrame(() => setTimeout(wake))
  const fetchEarly = async (name: keyof typeof early_scripts): Promise<unknown> => {
    const script = early_scripts[name]
    await fetchFile(script)
    return import(/* @vite-ignore */ script).catch(() =>
      new Promise((resolve) => setTimeout(resolve, 2000)).then(() => fetchEarly(name)),
    )
  }
  globalThis.fetchEarly = (name) => {
    globalThis.early_comes = fetchEarly(name)
    return globalThis.early_comes
  }
  const answerEarly = () => {
    early = true
    replay(({ target }) => isEarly(target))
  }
  const isEarly = (target: Element) => target.closest('[data-early]')

  const isLink = (target: HTMLElement): target is HTMLAnchorElement => target.tagName === 'A'
  const press = (event: MouseEvent) => {
    const target = (event.target as Element).closest<Pressable>('a[href],button')
    if (let_go || !target || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (isEarly(target) && early) return
    if (target.hasAttribute('commandfor')) return wakeBehindFrame()
    if (isLink(target) && (target.target || target.hash || target.origin !== location.origin)) return
    target.setAttribute('aria-busy', 'true')
    const asks = isLink(target) || (target.type === 'submit' && target.form?.method === 'get')
    if (asks && navigator.onLine) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (kept[kept.length - 1]?.target !== target) kept.push({ target, at: asks ? 1 : Date.now() })
    wakeBehindFrame()
    tell()
  }
  const fill = ({ target }: Event) => {
    if (isEarly(target as Element)) return
    const { value, checked } = target as Field
    const known = kept.find((held) => held.target === target)
    if (known) Object.assign(known, { value, checked })
    else kept.push({ target: target as Field, at: 0, value, checked })
    wakeBehindFrame()
  }
  /** Nothing happens beneath an open dialog. */
  const coverOf = (target: Element) => {
    const dialog = document.querySelector('dialog[open]')
    return dialog?.contains(target) ? null : dialog
  }
  const goAlone = () => {
    const ripe = ({ target, at }: Held) =>
      at &&
      at < Date.now() - 10000 &&
      (isLink(target) || (target as HTMLButtonElement).type === 'submit') &&
      !coverOf(target)
    const index = navigator.onLine ? kept.findIndex(ripe) : -1
    if (index < 0) return
    let_go = true
    kept.splice(index, 1)[0]?.target.click()
    let_go = false
  }
  // All that was kept, or before the page is awake what needs no more than what serves the first taps.
  const replay = (isReady: (held: Held) => unknown = () => true) => {
    const held = kept.find(isReady)
    if (!held) return
    const { target, at, value, checked } = held
    const dialog = at && coverOf(target)
    if (dialog) {
      dialog.addEventListener('close', () => setTimeout(replay, 0, isReady), { once: true })
      return
    }
    kept.splice(kept.indexOf(held), 1)
    if (at) {
      target.removeAttribute('aria-busy')
      target.click()
    } else {
      // A chosen file stays in its field, and no script may write it there.
      if ((target as Field).type !== 'file') Object.assign(target, { value, checked })
      ;(target as Field)._valueTracker?.setValue('\n')
      for (const type of ['input', 'change', 'click']) target.dispatchEvent(new Event(type, { bubbles: true }))
    }
    setTimeout(replay, 0, isReady)
    tell()
  }

  // Buttons that open and close dialogs by themselves do it here in browsers that do not know how.
  addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('[commandfor]')
    const dialog = button && !('commandForElement' in button) && part(button.getAttribute('commandfor') ?? '')
    if (!(dialog instanceof HTMLDialogElement)) return
    if (button?.getAttribute('command') === 'close') dialog.close()
    else if (!dialog.open) dialog.showModal()
  })

  const awake = new AbortController()
  const until = { capture: true, signal: awake.signal }
  addEventListener('click', press, until)
  addEventListener('input', fill, until)
  for (const touch of ['pointerdown', 'keydown', 'focusin']) addEventListener(touch, wakeBehindFrame, until)
  addEventListener('offline', tell, until)
  addEventListener(
    'online',
    () => {
      tell()
      if (started) wake()
    },
    until,
  )
  addEventListener('pagehide', () => {
    for (const link of document.querySelectorAll('a[aria-busy]')) link.removeAttribute('aria-busy')
  })
  let seen = 0
  let still_seconds = 0
  const looking = setInterval(() => {
    goAlone()
    // Of a document that was cut off, browsers tell nothing: it goes on loading, and nothing comes.
    if (document.readyState !== 'loading') return
    const came = document.all.length + (document.documentElement.textContent ?? '').length
    still_seconds = came === seen ? still_seconds + 1 : 0
    seen = came
    if (still_seconds === 15) void comeAnew()
  }, 1000)
  addEventListener(
    'awake',
    () => {
      awake.abort()
      clearInterval(looking)
      const news = part('page-news')
      if (news) news.textContent = ''
      replay()
      setTimeout(() => import(/* @vite-ignore */ later[0]).catch(() => {}), 2000)
    },
    until,
  )

  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  const slow = connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? '')
  let cart_filled = false
  try {
    cart_filled = (localStorage.getItem('cart') ?? '[]').length > 2
  } catch {}
  // Until React draws it, an open cart does not call itself empty.
  if (cart_filled) document.documentElement.dataset['cart'] = ''
  if (atOnce !== undefined) wake()
  else if (cart_filled || !slow) {
    addEventListener('load', () =>
      'requestIdleCallback' in window ? requestIdleCallback(wake, { timeout: 3000 }) : setTimeout(wake, 1),
    )
  }
  void whole.then(() => part('page-script') || wake())
}

wakePage()
