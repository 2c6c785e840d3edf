import type { RunOnce } from '../foundation/http/handler.ts'
import type { Idempotency } from '../foundation/idempotency/index.ts'
import type { Context } from './operation.ts'

/**
 * Creates the function that handles requests with an `Idempotency-Key`. The first request is carried out. A repeat
 * changes nothing; its answer has the present state of the object that the first request created or changed. A key
 * belongs to the user, not to the token, so that a client can repeat a request with a new token.
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
