import type { Command } from './command.ts'

/** A command in the list of commands. Its code is loaded only when it runs, so that each command starts fast. */
export interface CommandEntry {
  readonly name: string
  /** The command with its arguments, such as `apply DIR`. */
  readonly usage: string
  readonly summary: string
  readonly load: () => Promise<Command>
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'serve',
    usage: 'serve',
    summary: 'Start the server',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'new',
    usage: 'new DIR',
    summary: 'Create a folder with a small working solution',
    load: async () => (await import('./authoring/new.ts')).newSolution,
  },
  {
    name: 'check',
    usage: 'check DIR',
    summary: 'Report all problems in the files of a solution folder, without a server',
    load: async () => (await import('./authoring/check.ts')).check,
  },
  {
    name: 'plan',
    usage: 'plan DIR',
    summary: 'Show the changes that applying a solution folder would make',
    load: async () => (await import('./plan.ts')).plan,
  },
  {
    name: 'apply',
    usage: 'apply DIR',
    summary: 'Deploy a solution folder, in one transaction',
    load: async () => (await import('./apply.ts')).apply,
  },
  {
    name: 'drift',
    usage: 'drift [CODE]',
    summary: 'Show what was changed by hand since a solution was applied (default: every solution)',
    load: async () => (await import('./drift.ts')).drift,
  },
  {
    name: 'export',
    usage: 'export CODE [FILE]',
    summary: 'Write a deployed solution to a zip file (default: CODE.zip)',
    load: async () => (await import('./export.ts')).exportSolution,
  },
  {
    name: 'types',
    usage: 'types [FILE]',
    summary: 'Write TypeScript types of the applications and operations (default: chancery-types.ts)',
    load: async () => (await import('./types.ts')).types,
  },
  {
    name: 'test',
    usage: 'test DIR',
    summary: 'Test the processes of a solution folder in memory',
    load: async () => (await import('./test.ts')).test,
  },
  {
    name: 'import',
    usage: 'import FILE',
    summary: 'Create or update elements from a CSV, XLSX or JSONL file',
    load: async () => (await import('./import.ts')).importFile,
  },
  {
    name: 'password',
    usage: 'password LOGIN',
    summary: 'Set the password of a user',
    load: async () => (await import('./password.ts')).password,
  },
  {
    name: 'token create',
    usage: 'token create',
    summary: 'Create an API token and print it; it is not shown again',
    load: async () => (await import('./token-create.ts')).tokenCreate,
  },
  {
    name: 'backup',
    usage: 'backup FILE',
    summary: 'Write the whole installation to an archive, while the server runs',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'restore',
    usage: 'restore FILE',
    summary: 'Restore an archive into an empty data folder and database',
    load: async () => (await import('./restore.ts')).restore,
  },
  {
    name: 'verify',
    usage: 'verify',
    summary: 'Verify that audit log, elements and their history were not changed by hand',
    load: async () => (await import('./verify.ts')).verify,
  },
  {
    name: 'mcp',
    usage: 'mcp',
    summary: 'Let an assistant work with the server through the Model Context Protocol on standard input and output',
    load: async () => (await import('./mcp.ts')).mcp,
  },
]
