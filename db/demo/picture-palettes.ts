import type { PictureRecipe } from './campus.ts'

/** The colours of one scene. `wall` and `table` run from light to deep; `glow` is the light behind the food. */
export type Palette = {
  wall: readonly [string, string]
  table: readonly [string, string]
  glow: string
  motif: string
  rim: string
}

export const palettes: Record<PictureRecipe['background'], Palette> = {
  jollof: {
    wall: ['#ffdfb0', '#f4a259'],
    table: ['#e2672c', '#a83f12'],
    glow: '#fff3dc',
    motif: '#c4501a',
    rim: '#d9541e',
  },
  palm: {
    wall: ['#ffd3bd', '#ea8a66'],
    table: ['#a8391f', '#6f200f'],
    glow: '#ffeadd',
    motif: '#9c2f17',
    rim: '#a8391f',
  },
  plantain: {
    wall: ['#fff2bf', '#f6c744'],
    table: ['#dd9a17', '#a3680a'],
    glow: '#fffbe6',
    motif: '#c98508',
    rim: '#d48f12',
  },
  leaf: {
    wall: ['#e9f4d6', '#a5cc7d'],
    table: ['#55873a', '#2f5a22'],
    glow: '#fafff0',
    motif: '#3f7327',
    rim: '#4a7d31',
  },
  cream: {
    wall: ['#fffaf0', '#ecd6b4'],
    table: ['#cfa671', '#9a6d3c'],
    glow: '#ffffff',
    motif: '#b88952',
    rim: '#b5803f',
  },
  pepper: {
    wall: ['#ffd9d2', '#ee7f78'],
    table: ['#ab2230', '#6d0f1c'],
    glow: '#fff0ec',
    motif: '#a3182a',
    rim: '#b3232e',
  },
  sky: {
    wall: ['#e6f2ff', '#9cc6ee'],
    table: ['#2f62a5', '#173a6d'],
    glow: '#fbfdff',
    motif: '#27568f',
    rim: '#27568f',
  },
  cocoa: {
    wall: ['#a9744d', '#55301c'],
    table: ['#472413', '#220f07'],
    glow: '#e6b487',
    motif: '#f0c79b',
    rim: '#c98a4d',
  },
}
