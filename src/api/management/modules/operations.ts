import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { changeModule } from './change-module.ts'
import { getModuleSettings } from './get-module-settings.ts'
import { listModuleSettings } from './list-module-settings.ts'

/** Operations of the management API on modules. */
export const moduleOperations: readonly Operation<Context>[] = [listModuleSettings, getModuleSettings, changeModule]
