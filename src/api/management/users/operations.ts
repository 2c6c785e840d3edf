import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { blockUser } from './block-user.ts'
import { changeUser } from './change-user.ts'
import { createUser } from './create-user.ts'
import { inviteUser } from './invite-user.ts'

/** Operations of the management API on users. */
export const userOperations: readonly Operation<Context>[] = [createUser, changeUser, blockUser, inviteUser]
