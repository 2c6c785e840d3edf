import { Failure } from './failure.ts'
import type { Run } from './run.ts'
import type { Token } from './state.ts'

/**
 * Checks the context before the last token of the process ends; nothing has ended yet when this throws. `endsOthers` says
 * that the token ends all others of its scope. Throws Failure when a variable that is required at the end has no value.
 */
export function requireEndContext(run: Run, token: Token, { endsOthers = false } = {}): void {
  if (run.scopes.get(token.scope)!.owner !== undefined) return
  const problems = run.environment.checkEnd?.(run.program, run.variables) ?? []
  if (problems.length === 0) return
  const isLast = endsOthers || run.tokensIn(token.scope).length === 1
  if (isLast) throw new Failure('VARIABLE_TYPE_ERROR', problems.map(({ message }) => message).join('; '))
}
