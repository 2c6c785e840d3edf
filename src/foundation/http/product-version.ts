import { readFileSync } from 'node:fs'

/** The version of Chancery, as in `package.json`. */
export const productVersion: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version
