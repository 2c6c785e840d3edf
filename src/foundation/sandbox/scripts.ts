import { readJsonText } from '../http/json/json-body.ts'
import { refuseLargeJson } from '../http/json/json-scan.ts'
import { PlatformError } from '../kit/errors.ts'
import { scriptLimits } from './limits.ts'
import type { SandboxResult, SandboxTask } from './messages.ts'
import { ScriptThread } from './script-thread.ts'

/** Variables of a script by name; each value is JSON. */
type Variables = Readonly<Record<string, unknown>>

interface ScriptRun {
  readonly script: string
  /** Variables that the script reads as globals. */
  readonly variables: Variables
  /** Time of `new Date()`, which does not change while the script runs. */
  readonly now: Date
}

/** The outcome of a script. */
type ScriptOutcome =
  | { readonly type: 'returned'; readonly variables: Variables }
  | { readonly type: 'bpmnError'; readonly code: string; readonly message: string }
  | { readonly type: 'threw'; readonly message: string }
  | { readonly type: 'limit'; readonly message: string }

/** The reason why a script cannot be compiled. */
export interface ScriptProblem {
  /** Line of the script, counted from 1. */
  readonly line: number
  readonly message: string
}

/** Runs the scripts of processes in a sandbox in separate threads. */
export interface Scripts {
  /** Runs a script. Does not throw for errors of the script. */
  run(run: ScriptRun): Promise<ScriptOutcome>
  close(): Promise<void>
}

/** Creates the sandbox. Its threads start with the first script. */
export function createScripts({
  threads = 2,
  cpuMs = scriptLimits.cpuMs as number,
  wallMs = scriptLimits.wallMs as number,
} = {}): Scripts {
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
      const task = { kind: 'run', script, variables: text, nowMs: now.getTime(), cpuMs, wallMs } as const
      const first = await execute(task)
      // On a busy machine, the wall time can pass before the script has had its processor time.
      const result = first.type === 'limit' && first.isOfWallTime === true ? await execute(task) : first
      if (result.type === 'returned') return readReturned(result.json)
      if (result.type === 'syntaxError') return { type: 'threw', message: `line ${result.line}: ${result.message}` }
      if (result.type === 'valid') throw new Error('the sandbox did not return the result of the script')
      return result.type === 'limit' ? { type: 'limit', message: result.message } : result
    },
    async close() {
      await Promise.all(all.map((thread) => thread.close()))
    },
  }
}

/**
 * Compiles scripts without running them, in a thread that ends afterwards. Returns the problem of each script;
 * undefined for a valid script.
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
  const result = await thread.run({
    kind: 'check',
    script,
    cpuMs: scriptLimits.compileMs,
    wallMs: scriptLimits.compileMs,
  })
  if (result.type === 'valid') return undefined
  const { message } = result as { readonly message?: string }
  if (result.type === 'syntaxError') return { line: result.line, message: result.message }
  return { line: 1, message: `the script cannot be compiled: ${message}` }
}

const tooLong = `the script is longer than ${scriptLimits.maxScriptChars} characters`

/**
 * Returns the reason why a script is not started; undefined if it can be started. Deeply nested JSON must not reach the
 * engine in the sandbox.
 */
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
    return { type: 'threw', message: `the result of the script cannot be stored: ${messageOf(error)}` }
  }
}

function messageOf(error: unknown): string {
  if (error instanceof PlatformError) return error.message
  throw error
}
