import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

/** A map or a chart that stands in its box: it shows what it is given, as often as that changes. */
export type Drawn<Drawing> = { show(drawing: Drawing): void; remove(): void }

/**
 * Fetches a drawing library with the page that needs it, draws into `box`, and keeps what is drawn up to date. `of` is
 * what makes it another drawing. `lost` where the library did not come.
 */
export function useDrawn<Drawing>(
  drawIn: (box: HTMLElement) => Promise<Drawn<Drawing>>,
  of: string | null,
  drawing: Drawing,
): { box: RefObject<HTMLElement | null>; state: 'waiting' | 'drawn' | 'lost' } {
  const box = useRef<HTMLElement>(null)
  const [drawn, setDrawn] = useState<Drawn<Drawing> | 'waiting' | 'lost'>('waiting')
  const begin = useEffectEvent(drawIn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another `of` it is another drawing.
  useEffect(() => {
    if (!box.current) return
    let left = false
    let map: Drawn<Drawing> | undefined
    begin(box.current).then(
      (ready) => {
        if (left) return ready.remove()
        map = ready
        setDrawn(ready)
      },
      () => setDrawn('lost'),
    )
    return () => {
      left = true
      map?.remove()
    }
  }, [of])
  useEffect(() => {
    if (typeof drawn !== 'string') drawn.show(drawing)
  }, [drawn, drawing])
  return { box, state: typeof drawn === 'string' ? drawn : 'drawn' }
}
