import type { RunOnce } from '../foundation/http/handler.ts'
import type { Idempotency } from '../foundation/idempotency/index.ts'
import type { Context } from './operation.ts'

/**
 * Creates the function that handles requests with an `Idempotency-Key`: the first is carried out, and repeats get the
 * answer of the first. A key belongs to the user, not to the token, because a client may have got a new token.
 */
export function createRunOnce(idempotency: Idempotency): RunOnce<Context> {
  return ({ operation, context, key, path, sent, request }) => {
    const { userId, requestId } = context.caller
    const { again, content } = operation.idempotent!
    return idempotency.run(
      { scope: [userId, operation.name, path, key], request: sent, requestId },
      {
        first: async (once) => operation.handle(request, { ...context, caller: { ...context.caller, once } }),
        async again(object) {
          const answer = await again(request, object, context)
          request.reply.header('idempotent-replayed', 'true')
          return answer
        },
        content: content && (() => content(request, context)),
      },
    )
  }
}
