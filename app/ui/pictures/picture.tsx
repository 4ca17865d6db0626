/** As pictures are stored; 720 is what a phone of 360 px with two dots each asks for. */
const widths = [320, 640, 720, 960] as const

/**
 * A picture from our image pipeline in the width the screen needs, or the fallback plate. Pictures are stored under
 * `/images/<name>-640.webp` with the other widths beside it; any other address is shown as it is.
 */
export function Picture({
  src,
  alt,
  sizes,
  className = '',
  eager = false,
}: {
  src: string | null
  alt: string
  /** As in the HTML attribute `sizes`. */
  sizes: string
  className?: string
  /** True for the first pictures of a page, which should not wait to scroll into view. */
  eager?: boolean
}) {
  const url = src ?? '/fallback-plate.svg'
  const stem = /^(\/images\/.+)-640\.webp$/.exec(url)?.[1]
  return (
    <img
      src={url}
      {...(stem ? { srcSet: widths.map((width) => `${stem}-${width}.webp ${width}w`).join(', '), sizes } : {})}
      alt={alt}
      width={640}
      height={480}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      className={`bg-sunken object-cover ${className}`}
    />
  )
}
