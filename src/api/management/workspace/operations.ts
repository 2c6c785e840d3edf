import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { getMySettings } from './get-my-settings.ts'
import { getWorkspace } from './get-workspace.ts'
import { putMySettings } from './put-my-settings.ts'

/** Operations of the management API for the start of a client. */
export const workspaceOperations: readonly Operation<Context>[] = [getWorkspace, getMySettings, putMySettings]
