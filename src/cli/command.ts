import type { ParseArgsConfig } from 'node:util'

/** What a command of the command line does and which options it has. */
export interface Command {
  readonly options?: Readonly<Record<string, CommandOption>>
  /** Lines behind the options. */
  readonly more?: () => string
  /** Gives the exit code. Throws a sentence for people. */
  readonly run: (input: CommandInput) => Promise<number>
}

export interface CommandOption {
  readonly type: 'string' | 'boolean'
  readonly meaning: string
}

export interface CommandInput {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
}

export function parseOptions(command: Command): NonNullable<ParseArgsConfig['options']> {
  const own = Object.entries(command.options ?? {}).map(([name, { type }]) => [name, { type }] as const)
  return { ...Object.fromEntries(own), help: { type: 'boolean', short: 'h' } }
}

/** The text of `chancery NAME --help`. */
export function helpOf({ usage, summary }: { usage: string; summary: string }, command: Command): string {
  const options = Object.entries(command.options ?? {}).map(
    ([name, { type, meaning }]) => `  --${name}${type === 'string' ? ' …' : ''}`.padEnd(24) + meaning,
  )
  return [
    `chancery ${usage}`,
    '',
    summary,
    ...(options.length ? ['', ...options] : []),
    ...(command.more ? ['', command.more()] : []),
  ].join('\n')
}
