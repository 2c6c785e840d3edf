import { readJsonText } from '../../foundation/http/json/json-body.ts'
import { refuseLargeJson } from '../../foundation/http/json/json-scan.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import type { Variables } from '../engine/index.ts'
import { scriptLimits } from './limits.ts'
import type { SandboxResult, SandboxTask } from './messages.ts'
import { ScriptThread } from './script-thread.ts'

export interface ScriptRun {
  readonly script: string
  /** The variables that the script sees as globals. */
  readonly variables: Variables
  /** The time that the script sees; it stands still while the script runs. */
  readonly now: Date
}

/** How a script ended. */
export type ScriptOutcome =
  | { readonly type: 'returned'; readonly variables: Variables }
  | { readonly type: 'bpmnError'; readonly code: string; readonly message: string }
  | { readonly type: 'threw'; readonly message: string }
  | { readonly type: 'limit'; readonly message: string }

/** Why a script cannot run. */
export interface ScriptProblem {
  /** The line of the script, counted from 1. */
  readonly line: number
  readonly message: string
}

/** Runs scripts of processes in a sandbox, in threads of their own. */
export interface Scripts {
  /** Runs a script. Never throws because of a script. */
  run(run: ScriptRun): Promise<ScriptOutcome>
  close(): Promise<void>
}

/** Creates the sandbox. Its threads start with the first scripts. */
export function createScripts({ threads = 2, wallMs = scriptLimits.wallMs as number } = {}): Scripts {
  const all = Array.from({ length: threads }, () => new ScriptThread())
  const idle = [...all]
  const waiting: ((thread: ScriptThread) => void)[] = []

  async function execute(task: SandboxTask): Promise<SandboxResult> {
    const thread = idle.pop() ?? (await new Promise<ScriptThread>((resolve) => waiting.push(resolve)))
    try {
      return await thread.run(task)
    } finally {
      const next = waiting.shift()
      if (next === undefined) idle.push(thread)
      else next(thread)
    }
  }

  return {
    async run({ script, variables, now }) {
      const text = JSON.stringify(variables)
      const problem = problemOf(script, text)
      if (problem !== undefined) return { type: 'limit', message: problem }
      const result = await execute({ kind: 'run', script, variables: text, nowMs: now.getTime(), wallMs })
      if (result.type === 'returned') return readReturned(result.json)
      if (result.type === 'syntaxError') return { type: 'threw', message: `line ${result.line}: ${result.message}` }
      if (result.type === 'valid') throw new Error('a script that runs is not checked')
      return result
    },
    async close() {
      await Promise.all(all.map((thread) => thread.close()))
    },
  }
}

/**
 * Compiles scripts without running them, in a thread that ends afterwards. Returns for each script what is wrong with
 * it.
 */
export async function checkScripts(scripts: readonly string[]): Promise<readonly (ScriptProblem | undefined)[]> {
  const thread = new ScriptThread()
  const problems: (ScriptProblem | undefined)[] = []
  try {
    for (const script of scripts) problems.push(await check(thread, script))
    return problems
  } finally {
    await thread.close()
  }
}

async function check(thread: ScriptThread, script: string): Promise<ScriptProblem | undefined> {
  if (script.length > scriptLimits.maxScriptChars) return { line: 1, message: tooLong }
  const result = await thread.run({ kind: 'check', script, wallMs: scriptLimits.wallMs })
  if (result.type === 'valid') return undefined
  const { message } = result as { readonly message?: string }
  if (result.type === 'syntaxError') return { line: result.line, message: result.message }
  return { line: 1, message: `the script cannot be compiled: ${message}` }
}

const tooLong = `the script is longer than ${scriptLimits.maxScriptChars} characters`

/** Returns why a script is not started. The engine in the sandbox must not see deeply nested JSON. */
function problemOf(script: string, variables: string): string | undefined {
  if (script.length > scriptLimits.maxScriptChars) return tooLong
  if (variables.length > scriptLimits.maxJsonChars)
    return `the variables of the script are larger than ${scriptLimits.maxJsonChars / 1024 ** 2} MiB`
  try {
    refuseLargeJson(variables)
    return undefined
  } catch (error) {
    return `the variables of the script are too large: ${messageOf(error)}`
  }
}

function readReturned(json: string): ScriptOutcome {
  try {
    return { type: 'returned', variables: readJsonText(json) as Variables }
  } catch (error) {
    return { type: 'threw', message: `what the script returned cannot be stored: ${messageOf(error)}` }
  }
}

function messageOf(error: unknown): string {
  if (error instanceof PlatformError) return error.message
  throw error
}
