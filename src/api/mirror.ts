import type { Operation } from '../foundation/http/operation.ts'
import type { Context } from './operation.ts'
import { publicOperations } from './v1/operations.ts'

/**
 * The public operations under a second path, `/api/v1/pub`, which accepts the session cookie. Only the path differs:
 * names, rights, validation and answers are those of `/pub/v1`. OpenAPI describes each operation once, under `/pub/v1`.
 */
export const mirroredOperations: readonly Operation<Context>[] = publicOperations.map((operation) => ({
  ...operation,
  path: operation.path.replace(/^\/pub\/v1\//, '/api/v1/pub/'),
  mirrorOf: operation.path,
}))
