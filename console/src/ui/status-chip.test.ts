import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const [light, dark] = [':root {', '[data-mantine-color-scheme="dark"] {'].map((start) => {
  const rest = read('./base.css').split(start)[1]!
  return new Map(
    [...rest.split('}')[0]!.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  )
})
/** The text and the background of the chip of each tone, as names of colours. */
const tones = [...read('./status-chip.module.css').matchAll(/\.chip\[data-tone="(\w+)"\] \{([^}]+)\}/g)].map(
  ([, tone, rules]) => ({
    tone: tone!,
    text: /[^-]color: var\((--[\w-]+)\)/.exec(rules!)![1]!,
    background: /background: var\((--[\w-]+)\)/.exec(rules!)![1]!,
  }),
)

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright! + 0.05) / (dim! + 0.05)
}

describe('the chip of a status', () => {
  it('has a colour for each tone', () => {
    assert.deepEqual(
      tones.map(({ tone }) => tone),
      ['info', 'good', 'warn', 'danger'],
    )
  })

  for (const [scheme, colours] of Object.entries({ light, dark }))
    for (const { tone, text, background } of tones)
      it(`can be read in the tone ${tone} on ${scheme} paper`, () => {
        const ratio = contrast(colours!.get(text)!, colours!.get(background)!)
        assert.ok(ratio >= 4.5, `${text} on ${background}: ${ratio.toFixed(2)}`)
      })
})
