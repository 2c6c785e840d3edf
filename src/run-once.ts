import type { Context } from './api/operation.ts'
import type { RunOnce } from './http/handler.ts'
import type { Idempotency } from './idempotency/index.ts'

/** Requests with an Idempotency-Key. The key belongs to the user, not to the token: a client may have got a new one. */
export function runOnceOf(idempotency: Idempotency): RunOnce<Context> {
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
