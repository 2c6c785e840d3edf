import type { Command } from './command.ts'

/** A command by its name. Its code is loaded when it runs, so that a command does not pay for what others need. */
export interface CommandEntry {
  readonly name: string
  /** `apply DIR` */
  readonly usage: string
  readonly summary: string
  readonly load: () => Promise<Command>
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'serve',
    usage: 'serve',
    summary: 'starts the server',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'plan',
    usage: 'plan DIR',
    summary: 'shows what applying a solution folder would change',
    load: async () => (await import('./plan.ts')).plan,
  },
  {
    name: 'apply',
    usage: 'apply DIR',
    summary: 'makes what is deployed equal to a solution folder, in one transaction',
    load: async () => (await import('./apply.ts')).apply,
  },
  {
    name: 'drift',
    usage: 'drift [CODE]',
    summary: 'shows what was changed by hand since a solution [every one] was applied',
    load: async () => (await import('./drift.ts')).drift,
  },
  {
    name: 'export',
    usage: 'export CODE [FILE]',
    summary: 'writes a deployed solution into a zip of its folder [CODE.zip]',
    load: async () => (await import('./export.ts')).exportSolution,
  },
  {
    name: 'import',
    usage: 'import FILE',
    summary: 'creates or updates elements from a CSV, XLSX or JSONL file',
    load: async () => (await import('./import.ts')).importFile,
  },
  {
    name: 'password',
    usage: 'password LOGIN',
    summary: 'sets the password of a user',
    load: async () => (await import('./password.ts')).password,
  },
  {
    name: 'token create',
    usage: 'token create',
    summary: 'makes an API token and prints it; it is not shown again',
    load: async () => (await import('./token-create.ts')).tokenCreate,
  },
  {
    name: 'verify',
    usage: 'verify',
    summary: 'checks that nobody changed the audit, elements or the history of elements',
    load: async () => (await import('./verify.ts')).verify,
  },
]
