import { readFileSync } from 'node:fs'
import { constantIn, sourceFile } from './constants.ts'

/**
 * Returns the page of limits: `docs/templates/limits.md` with each `{FILE#NAME}` replaced by the value of that
 * constant, and `{files}` by the files that the row names. `{FILE}` alone names a file whose limit is no constant.
 */
export function limitsPage(): string {
  return readFileSync('docs/templates/limits.md', 'utf8').split('\n').map(filled).join('\n')
}

function filled(line: string): string {
  const files = new Set<string>()
  const values = line.replaceAll(/\{([\w/.-]+)(?:#([\w.]+))?\}/g, (token, file: string, name: string | undefined) => {
    if (file === 'files') return token
    const path = sourceFile(file)
    files.add(path)
    return name === undefined ? '' : shown(constantIn(path, name), name)
  })
  return values.replace('{files}', [...files].map((path) => `[${path.split('/').at(-1)}](../${path})`).join(', '))
}

const kib = 1024
const hourMs = 3_600_000

interface Unit {
  readonly size: number
  readonly name: string
  /** Minimum number of units for which the unit is used: with 2, 24 hours are not written as 1 day. */
  readonly from: number
}

const unit = (size: number, name: string, from = 1): Unit => ({ size, name, from })

/** The units of a constant by the ending of its name: `maxBytes`, `retentionMs`. */
const units: readonly (readonly [ending: RegExp, units: readonly Unit[]])[] = [
  [/bytes$/i, [unit(kib ** 3, 'GiB'), unit(kib ** 2, 'MiB'), unit(kib, 'KiB')]],
  [/Ms$/, [unit(24 * hourMs, 'days', 2), unit(hourMs, 'hours', 2), unit(60_000, 'min'), unit(1000, 's')]],
  [/Mib$/, [unit(1, 'MiB')]],
]

function shown(value: number, name: string): string {
  const known = units.find(([ending]) => ending.test(name))?.[1] ?? []
  const found = known.find(({ size, from }) => value % size === 0 && value >= size * from)
  const amount = (value / (found?.size ?? 1)).toLocaleString('en-US')
  return found === undefined ? amount : `${amount} ${found.name}`
}
