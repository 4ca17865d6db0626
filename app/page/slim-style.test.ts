import { expect, test } from 'vitest'
import { slimStyle } from './slim-style.ts'

const solid = '@property --tw-border-style{syntax:"*";inherits:false;initial-value:solid}'

test('what nothing reads is left out, with the groups that held nothing else', () => {
  expect(
    slimStyle(
      '/*! tailwindcss | MIT */@layer properties{@supports (a:b){*,::backdrop{--tw-font-weight:initial}}}' +
        '.bold{--tw-font-weight:700;font-weight:700}@property --tw-font-weight{syntax:"*";inherits:false}',
    ),
  ).toBe('.bold{font-weight:700}')
})

test('what has one value everywhere stands where it is read', () => {
  expect(slimStyle(`.border{border-style:var(--tw-border-style);border-width:1px}${solid}`)).toBe(
    '.border{border-style:solid;border-width:1px}',
  )
  const two = `.border{border-style:var(--tw-border-style)}.dashed{--tw-border-style:dashed}${solid}`
  expect(slimStyle(two)).toBe(two)
})

test('what nothing sets gives way to what stands for it', () => {
  expect(slimStyle('.text{line-height:var(--tw-leading,calc(1 / .75));top:0}.a{b:var(--tw-ease,cubic(.4, 0))}')).toBe(
    '.text{line-height:calc(1 / .75);top:0}.a{b:cubic(.4, 0)}',
  )
  const set = '.text{line-height:var(--tw-leading,1)}.tight{--tw-leading:1.25}'
  expect(slimStyle(set)).toBe(set)
  expect(slimStyle('.a{transition-property:color,--tw-gradient-from,--tw-gradient-to;top:0}')).toBe(
    '.a{transition-property:color;top:0}',
  )
})

test('white is written once, and colours of the design stay', () => {
  expect(slimStyle('.a{color:#fffc;color:lab(100% -.00003 .00001/.8)}.b{color:var(--color-ink)}')).toBe(
    '.a{color:#fffc}.b{color:var(--color-ink)}',
  )
})
