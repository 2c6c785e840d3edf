import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { changeModuleSettings, getModuleSettings, listModuleSettings } from './module-settings.ts'

/** Operations of the management API on modules. */
export const moduleOperations: readonly Operation<Context>[] = [
  listModuleSettings,
  getModuleSettings,
  changeModuleSettings,
]
