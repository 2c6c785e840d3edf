import { wrongInput } from '../../foundation/http/errors.ts'
import { invoke } from '../../foundation/http/invoke.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import type { Context } from '../operation.ts'
import { isWriting, type Tool } from './tool.ts'
import { describeTool, splitArguments } from './tool-schema.ts'

/** Result of a tool: text for the assistant, and whether it is a refusal. */
export interface ToolResult {
  readonly [key: string]: unknown
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly isError?: true
}

/** The origin of a call. */
export interface CallSource {
  readonly address: string
  readonly requestId: string
}

export interface ToolCall {
  readonly name: string
  readonly given: Readonly<Record<string, unknown>>
}

/**
 * Maximum length of a tool's answer in characters. A longer answer would displace earlier messages from the context of
 * an assistant.
 */
const maxAnswerChars = 60_000

/**
 * Calls a tool with the rights of the caller, and returns the answer of the operation as JSON. A refusal is returned as
 * a result with the error and its code. Throws unexpected errors and errors with a status of 500 or more.
 */
export async function callTool(
  tools: readonly Tool[],
  { name, given }: ToolCall,
  context: Context,
  source: CallSource,
): Promise<ToolResult> {
  try {
    return shown(await carryOut(tools, { name, given }, context, source))
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status >= 500) throw error
    if (error.status === 403) context.audit.noteRefusal(context.caller, { code: error.code, path: `/mcp ${name}` })
    return refusal({ error: error.message, code: error.code, ...error.details })
  }
}

async function carryOut(
  tools: readonly Tool[],
  { name, given }: ToolCall,
  context: Context,
  source: CallSource,
): Promise<unknown> {
  const names = tools.map(({ operation }) => operation.name)
  const tool = tools.find(({ operation }) => operation.name === name)
  if (tool === undefined) throw wrongInput(`there is no tool "${name}"${didYouMean(name, names)}`)
  refuseUnknown(tool, given)
  const { isDryRun, params, input } = splitArguments(tool, given)
  const caller = { ...context.caller, operation: tool.operation.name }
  const answer = await invoke(
    tool.operation,
    { params, input, ...source },
    { ...context, caller },
    isDryRun ? tool.rehearse : undefined,
  )
  return isWriting(tool) ? { ...(answer as object), dryRun: isDryRun } : answer
}

/** Throws when a call has an argument that the tool does not have, so that a misspelt argument is not ignored. */
function refuseUnknown(tool: Tool, given: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(describeTool(tool).inputSchema.properties ?? {})
  const unknown = Object.keys(given).find((key) => !names.includes(key))
  if (unknown !== undefined)
    throw wrongInput(
      `${tool.operation.name} has no argument "${unknown.slice(0, 100)}"${didYouMean(unknown, names)}; its arguments are ${names.join(', ') || 'none'}`,
    )
}

function shown(answer: unknown): ToolResult {
  const { success: _success, error: _error, ...rest } = answer as Readonly<Record<string, unknown>>
  const text = JSON.stringify(rest)
  if (text.length <= maxAnswerChars) return { content: [{ type: 'text', text }] }
  return refusal({
    error: `the answer has ${text.length} characters, and ${maxAnswerChars} are shown at most: request a smaller "size", or only the fields that you need`,
    code: 'answer.too_long',
  })
}

const refusal = (body: object): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(body) }],
  isError: true,
})
