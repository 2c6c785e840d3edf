import { JsonText } from '../kit/json.ts'
import { success } from './envelope.ts'
import type { Operation, Request } from './operation.ts'
import { type Check, compileCheck, withoutEmpties } from './validate.ts'

/** A call of an operation that does not arrive as an HTTP request of its own. */
export interface Invocation {
  readonly params: Readonly<Record<string, unknown>>
  readonly input: Readonly<Record<string, unknown>>
  readonly address: string
  readonly requestId: string
}

const checks = new WeakMap<object, { readonly params: Check; readonly input: Check }>()

/**
 * Calls an operation with a JSON body: validates the parameters of the address and the body, as for an HTTP request.
 * `handle` runs in place of the handler of the operation when it is given. Returns the answer with its envelope. Throws
 * the errors of the operation.
 */
export async function invoke<Context>(
  operation: Operation<Context>,
  { params, input, address, requestId }: Invocation,
  context: Context,
  handle: Operation<Context>['handle'] = operation.handle,
): Promise<unknown> {
  const schema = operation.input
  const check = checks.get(operation) ?? {
    params: compileCheck(operation.params, 'the call'),
    input: schema === undefined ? () => undefined : compileCheck(schema, 'the call'),
  }
  checks.set(operation, check)
  const request: Request<unknown, unknown> = {
    params: check.params(params),
    input: check.input(schema === undefined ? undefined : withoutEmpties(input, schema)),
    query: {},
    bytes: { stream: undefined, contentType: undefined, header: () => undefined },
    header: () => undefined,
    reply: { status() {}, header() {} },
    address,
    requestId,
  }
  const answer = await handle(request as Request<never, never>, context)
  if (answer instanceof JsonText) return JSON.parse(answer.text)
  return JSON.parse(success(answer as Readonly<Record<string, unknown>>).text)
}
