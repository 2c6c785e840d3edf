import sync from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { harness } from './harness.ts'
import { maxSandboxPages, scriptLimits } from './limits.ts'
import type { SandboxResult, SandboxTask } from './messages.ts'

/** Node's types declare WebAssembly only together with the types of browsers. */
declare const WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => object }

/** A JavaScript engine without access to its host. Runs in a separate thread. */
export interface Sandbox {
  /** Runs a task in a new runtime. Throws when the engine failed; the sandbox must then not be used again. */
  run(task: SandboxTask): SandboxResult
}

export async function createSandbox(): Promise<Sandbox> {
  const wasmMemory = new WebAssembly.Memory({ initial: 256, maximum: maxSandboxPages })
  const variant = sync as unknown as QuickJSSyncVariant
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }))
  return {
    run(task) {
      const runtime = engine.newRuntime()
      runtime.setMemoryLimit(scriptLimits.maxMemoryBytes)
      runtime.setMaxStackSize(scriptLimits.maxStackBytes)
      const limits: Limits = { reason: undefined }
      const begin = () => limitTime(limits, runtime, task)
      const context = runtime.newContext()
      const result = task.kind === 'run' ? run(context, task, begin) : check(context, task.script, begin)
      const { reason } = limits
      context.dispose()
      runtime.dispose()
      return result.type === 'limit' && reason !== undefined ? { type: 'limit', ...reason } : result
    },
  }
}

interface Limits {
  /** Why the script was interrupted; undefined if it was not. */
  reason: { readonly message: string; readonly isOfWallTime?: true } | undefined
}

/** Interrupts the script when its processor time or its wall time is over. Both begin now. */
function limitTime(limits: Limits, runtime: QuickJSRuntime, { cpuMs, wallMs }: SandboxTask): void {
  const begunMs = performance.now()
  const usedAtStart = cpuMsOfThread()
  runtime.setInterruptHandler(() => {
    if (cpuMsOfThread() - usedAtStart > cpuMs) limits.reason = { message: tookMoreThan(cpuMs) }
    else if (performance.now() - begunMs > wallMs)
      limits.reason = { message: tookLongerThan(wallMs), isOfWallTime: true }
    return limits.reason !== undefined
  })
}

function cpuMsOfThread(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const tookMoreThan = (cpuMs: number): string => `the script took more than ${cpuMs} ms of processor time`
const tookLongerThan = (wallMs: number): string => `the script did not end within ${wallMs} ms`

/** Compiles a script as the body of a function without calling the function. */
function check(context: QuickJSContext, script: string, begin: () => void): SandboxResult {
  begin()
  const compiled = compile(context, script)
  if ('type' in compiled) return compiled
  compiled.dispose()
  return { type: 'valid' }
}

function run(
  context: QuickJSContext,
  { script, variables }: Extract<SandboxTask, { kind: 'run' }>,
  begin: () => void,
): SandboxResult {
  const tools = context.unwrapResult(context.evalCode(harness, 'harness'))
  const text = context.newString(variables)
  const prepare = context.getProp(tools, 'prepare')
  context.unwrapResult(context.callFunction(prepare, context.undefined, text)).dispose()
  // The time of the preparation is not the time of the script: an interrupted engine could not be used again.
  begin()
  const body = compile(context, script)
  const finish = context.getProp(tools, 'finish')
  for (const handle of [tools, text, prepare]) handle.dispose()
  if ('type' in body) {
    finish.dispose()
    return body
  }
  const ended = context.callFunction(finish, context.undefined, body)
  for (const handle of [body, finish]) handle.dispose()
  const end = ended.error ?? ended.value
  const result = ended.error === undefined ? read(context.getString(end)) : stopped(context.dump(end))
  end.dispose()
  return result
}

/** Compiles a script to a function without calling it. */
function compile(context: QuickJSContext, script: string): QuickJSHandle | SandboxResult {
  // The script begins on the first line, so that the lines in messages are lines of the script.
  const compiled = context.evalCode(`(function () { 'use strict'; ${script}\n})`, 'script')
  if (compiled.error === undefined) return compiled.value
  const error = context.dump(compiled.error) as { name?: unknown; message?: unknown; lineNumber?: unknown }
  compiled.error.dispose()
  if (error.name !== 'SyntaxError') return stopped(error)
  return { type: 'syntaxError', message: shown(error.message), line: Number(error.lineNumber) || 1 }
}

function read(text: string): SandboxResult {
  const end = JSON.parse(text) as {
    json?: string
    limit?: string
    error?: { code: string; message: string }
    threw?: { message: string; stack?: string }
  }
  if (end.json !== undefined) return { type: 'returned', json: end.json }
  if (end.limit !== undefined) return { type: 'limit', message: end.limit }
  if (end.error !== undefined)
    return { type: 'bpmnError', code: shown(end.error.code), message: shown(end.error.message) }
  const message = shown(end.threw?.message)
  if (/^InternalError: (out of memory|stack overflow)/.test(message)) return stopped({ message })
  const line = /\(script:(\d+)/.exec(end.threw?.stack ?? '')?.[1]
  return { type: 'threw', message: line === undefined ? message : `line ${line}: ${message}` }
}

/** Returns the reason why the engine stopped a script. */
function stopped(error: { readonly message?: unknown }): SandboxResult {
  const message = String(error?.message)
  if (message.includes('interrupted')) return { type: 'limit', message: 'the script took too long' }
  if (message.includes('stack overflow'))
    return { type: 'limit', message: 'the script called functions too deeply (stack overflow)' }
  return {
    type: 'limit',
    message: `the script needed more than ${scriptLimits.maxMemoryBytes / 1024 ** 2} MiB of memory`,
  }
}

const maxShownChars = 1000
const shown = (text: unknown): string => String(text).slice(0, maxShownChars).toWellFormed().replaceAll('\0', '')
