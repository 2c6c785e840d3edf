import type { Command } from './command.ts'
import { openServer, serverOptions } from './server-access.ts'
import { zipFolder } from './solution-zip.ts'

export const plan: Command = {
  options: serverOptions,
  async run({ words, options }) {
    const zip = await zipFolder(folderOf(words))
    await using server = await openServer(options)
    const { changes, warnings } = await server.call('POST', '/api/v1/solutions/plan', zip)
    printChanges(changes as PlannedChange[])
    printWarnings(warnings as PlannedWarning[])
    return 0
  },
}

export interface PlannedChange {
  readonly kind: 'add' | 'change' | 'remove'
  readonly sentence: string
  readonly destructive: boolean
  readonly blocked: boolean
}

const mark = { add: '+', change: '~', remove: '-' }

/** Returns the only argument of a command, the folder of a solution. Throws for any other number of arguments. */
export function folderOf(words: readonly string[]): string {
  if (words.length !== 1) throw new Error('give the folder of one solution')
  return words[0]!
}

export function printChanges(changes: readonly PlannedChange[]): void {
  if (changes.length === 0) console.log('nothing to change')
  for (const { kind, sentence, destructive, blocked } of changes) {
    console.log(`${mark[kind]} ${sentence}${blocked ? '  [not possible]' : destructive ? '  [destructive]' : ''}`)
  }
}

export interface PlannedWarning {
  readonly file: string
  readonly line?: number
  readonly path: string
  readonly message: string
}

/** Prints the warnings about the files of a solution, each with its place. */
export function printWarnings(warnings: readonly PlannedWarning[] = []): void {
  for (const { file, line, path, message } of warnings) {
    const place = `${file}${line === undefined ? '' : `:${line}`}: ${path === '' ? '' : `${path}: `}`
    console.log(`warning: ${place}${message}`)
  }
}
