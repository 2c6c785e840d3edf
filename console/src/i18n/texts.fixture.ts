import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the texts of all languages. */
const textsFolder = fileURLToPath(new URL('../../../texts/', import.meta.url))

/** Returns the names of the files of a language, without their ending. */
export const areasOf = (language: string): string[] =>
  globSync(`${textsFolder}${language}/*.json`).map((path) => basename(path, '.json'))

/** Returns the texts of an area in a language. */
export const textsOf = (language: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(`${textsFolder}${language}/${area}.json`, 'utf8'))
