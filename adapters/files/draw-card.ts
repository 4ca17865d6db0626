import sharp from 'sharp'
import { brand } from '../../domain/brand.ts'

/** What is written on a card, from the largest to the smallest. */
export type CardWords = { name: string; category: string | null; landmark: string | null }

const WIDTH = 1200
const HEIGHT = 630
const PHOTO_WIDTH = 520
const FONTS = 'DejaVu Sans, Noto Sans, Liberation Sans, sans-serif'
const LEFT = 64
/** What a sign of bold text is wide at most, on average, in parts of its size. */
const SIGN_WIDTH = 0.62
const LIGHT_SIGN_WIDTH = 0.54
const sizes = [92, 80, 68, 58, 50, 44] as const
const MOST_LINES = 3

const gate =
  '<path d="M12 54V30a20 20 0 0 1 40 0v24" stroke="#f6b93b" stroke-width="7" stroke-linecap="round"/>' +
  '<path d="M20 41h24a12 12 0 0 1-24 0z" fill="#fff"/>' +
  '<path d="M26 34q-4-5 0-9M32 34q-4-5 0-9M38 34q-4-5 0-9" stroke="#ff8a5c" stroke-width="3.5" stroke-linecap="round"/>'

/**
 * Draws what a link to a kitchen shows, as a JPEG of 1200 by 630: our sign, the kitchen's name, what it cooks and
 * where, and its photo, one of our own pictures. Its letters are those of the machine; where it has no fonts, the rest
 * stands. Throws where the photo cannot be read.
 */
export async function drawCard(words: CardWords, photo: Uint8Array | null): Promise<Buffer> {
  const text_width = WIDTH - LEFT * 2 - (photo ? PHOTO_WIDTH : 0)
  const layers = photo
    ? [
        {
          input: await sharp(photo).resize(PHOTO_WIDTH, HEIGHT, { fit: 'cover', position: 'attention' }).toBuffer(),
          left: WIDTH - PHOTO_WIDTH,
          top: 0,
        },
      ]
    : []
  return sharp(Buffer.from(cardSvg(words, text_width)))
    .composite(layers)
    .flatten({ background: '#14275a' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}

function cardSvg({ name, category, landmark }: CardWords, text_width: number): string {
  const { size_px, lines } = fitted(drawable(name), text_width)
  const top = 350 - ((lines.length - 1) * size_px * 1.12) / 2
  const about = [category, landmark].flatMap((part) => (part ? [drawable(part)] : [])).join(' · ')
  const below = cut(about, Math.floor(text_width / (30 * LIGHT_SIGN_WIDTH)))
  const text = (y: number, size: number, color: string, weight: number, words: string) =>
    `<text x="${LEFT}" y="${y}" font-size="${size}" fill="${color}" font-weight="${weight}">${escaped(words)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="${FONTS}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#14275a"/>`,
    `<g transform="translate(${LEFT - 10} 44) scale(1.6)" fill="none">${gate}</g>`,
    text(112, 44, '#ffffff', 800, brand.name).replace(`x="${LEFT}"`, `x="${LEFT + 104}"`),
    ...lines.map((line, index) => text(top + index * size_px * 1.12, size_px, '#ffffff', 800, line)),
    below && text(top + (lines.length - 1) * size_px * 1.12 + 64, 30, '#d5dcf0', 400, below),
    text(HEIGHT - 52, 30, '#f6b93b', 700, brand.tagline),
    '</svg>',
  ].join('')
}

/** In the largest size in which it takes three lines at most; a name that is longer still is cut. */
function fitted(name: string, width: number): { size_px: number; lines: string[] } {
  for (const size_px of sizes) {
    const lines = wrapped(name, Math.floor(width / (size_px * SIGN_WIDTH)))
    if (lines.length <= MOST_LINES) return { size_px, lines }
  }
  const size_px = sizes.at(-1) ?? 44
  const most = Math.floor(width / (size_px * SIGN_WIDTH))
  const lines = wrapped(name, most).slice(0, MOST_LINES)
  return { size_px, lines: lines.map((line, index) => (index === MOST_LINES - 1 ? cut(`${line}…`, most) : line)) }
}

function cut(text: string, most: number): string {
  const signs = [...text]
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`
}

/** At spaces; a word that is longer than a line is broken. */
function wrapped(text: string, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const joined = line ? `${line} ${word}` : word
    if ([...joined].length <= most) {
      line = joined
      continue
    }
    if (line) lines.push(line)
    const signs = [...word]
    while (signs.length > most) lines.push(signs.splice(0, most).join(''))
    line = signs.join('')
  }
  return line ? [...lines, line] : lines
}

/** Letters, figures and common signs; a font for pictures in text is not to be counted on. */
function drawable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}\p{P}+$|₦° ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function escaped(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`)
}
