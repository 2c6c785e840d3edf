import type { Operation } from '../../foundation/http/operation.ts'
import type { Context } from '../operation.ts'

/** An operation that assistants can call. The tool has the name, the summary and the schemas of the operation. */
export interface Tool {
  readonly operation: Operation<Context>
  /** Keys of the body that the tool offers; absent for all of them. */
  readonly keys?: readonly string[]
  /** Values of keys that a call leaves out, such as a short page. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** A sentence for assistants in addition to the summary of the operation. */
  readonly hint?: string
  /** For tools that write: checks the rights and the values of a call, without storing anything. */
  readonly rehearse?: Operation<Context>['handle']
}

/** Returns whether a tool changes something. */
export const isWriting = ({ rehearse }: Tool): boolean => rehearse !== undefined

/** Declares a tool that writes. `Params` and `Input` are the types that the handler of the operation receives. */
export function writing<Params, Input>(
  operation: Operation<Context>,
  rehearse: (request: { params: Params; input: Input }, context: Context) => Promise<object>,
  more: Pick<Tool, 'keys' | 'hint'> = {},
): Tool {
  return { operation, rehearse: rehearse as unknown as NonNullable<Tool['rehearse']>, ...more }
}
