import type { ParseArgsConfig } from 'node:util'

/** A command of the command line. */
export interface Command {
  readonly options?: Readonly<Record<string, CommandOption>>
  /** Help text that follows the options. */
  readonly more?: () => string
  /** Runs the command and returns the exit code. Throws an error whose message is shown to the user. */
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

/** Returns the text of `chancery NAME --help`. */
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
