/** An opaque picture that is being composed, three bytes a pixel. */
export type Canvas = { rgb: Uint8Array; width: number; height: number }
/** Something laid on it, four bytes a pixel, alpha not multiplied in. */
export type Layer = { rgba: Uint8Array; width: number; height: number; left: number; top: number }

/**
 * Lays `layer` over `canvas`, in place; what reaches beyond the canvas is cut. Done here because libvips' composite
 * works through the whole canvas, in floating point, for every layer.
 */
export function layOver(canvas: Canvas, layer: Layer): void {
  const first_x = Math.max(0, -layer.left)
  const last_x = Math.min(layer.width, canvas.width - layer.left)
  const last_y = Math.min(layer.height, canvas.height - layer.top)
  for (let y = Math.max(0, -layer.top); y < last_y; y++) {
    let from = (y * layer.width + first_x) * 4
    let to = ((y + layer.top) * canvas.width + first_x + layer.left) * 3
    for (let x = first_x; x < last_x; x++, from += 4, to += 3) {
      const over = layer.rgba[from + 3] ?? 0
      if (over === 0) continue
      for (let channel = 0; channel < 3; channel++) {
        const under = canvas.rgb[to + channel] ?? 0
        canvas.rgb[to + channel] = under + (((layer.rgba[from + channel] ?? 0) - under) * over) / 255
      }
    }
  }
}
