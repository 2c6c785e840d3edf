import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { createToken } from './create-token.ts'
import { listTokens } from './list-tokens.ts'
import { revokeToken } from './revoke-token.ts'

/** Operations of the management API on tokens. */
export const tokenOperations: readonly Operation<Context>[] = [createToken, listTokens, revokeToken]
