import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Request } from './request.ts'

const folder = new URL('regressions/', import.meta.url)

/** A request that once revealed bugs, and the problems found. */
export interface Regression {
  readonly problems: readonly string[]
  readonly request: Request
}

/** Writes a regression file and returns its name. */
export function keepRegression(regression: Regression): string {
  mkdirSync(folder, { recursive: true })
  const text = `${JSON.stringify(regression, null, 2)}\n`
  const name = `${createHash('sha256').update(JSON.stringify(regression.request)).digest('hex').slice(0, 12)}.json`
  writeFileSync(new URL(name, folder), text)
  return name
}

export function readRegressions(): (Regression & { readonly name: string })[] {
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.json'))
  return names.sort().map((name) => ({ name, ...JSON.parse(readFileSync(new URL(name, folder), 'utf8')) }))
}
