import { readFileSync } from 'node:fs'
import { constantIn, sourceFile } from './constants.ts'

/**
 * Returns the page of limits: `docs/templates/limits.md` with each `{FILE#NAME}` replaced by the value of that constant,
 * and `{files}` by the files that the row names. `{FILE}` alone names a file whose limit is no constant.
 */
export function limitsPage(): string {
  return readFileSync('docs/templates/limits.md', 'utf8').split('\n').map(filled).join('\n')
}

function filled(line: string): string {
  const files = new Set<string>()
  const values = line.replaceAll(/\{([\w/-]+)(?:#([\w.]+))?\}/g, (token, file: string, name: string | undefined) => {
    if (file === 'files') return token
    const path = sourceFile(file)
    files.add(path)
    return name === undefined ? '' : shown(constantIn(path, name), name)
  })
  return values.replace('{files}', [...files].map((path) => `[${path.split('/').at(-1)}](../${path})`).join(', '))
}

const kib = 1024
const units: readonly (readonly [pattern: RegExp, units: readonly (readonly [size: number, unit: string])[]])[] = [
  [/bytes$/i, [[kib ** 3, 'GiB'], [kib ** 2, 'MiB'], [kib, 'KiB']]],
  [/(Ms|Life)$/, [[86_400_000, 'days'], [3_600_000, 'hours'], [60_000, 'min'], [1000, 's']]],
  [/Mib$/, [[1, 'MiB']]],
]

/** Returns a number with the unit that the name of its constant ends in: `maxBytes`, `keptMs`. */
function shown(value: number, name: string): string {
  const known = units.find(([pattern]) => pattern.test(name))?.[1] ?? []
  const fits = known.find(([size]) => value % size === 0 && value >= size)
  const amount = (fits === undefined ? value : value / fits[0]).toLocaleString('en-US')
  return fits === undefined ? amount : `${amount} ${fits[1]}`
}
