import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { changeInstanceContext } from './change-instance-context.ts'
import { getInstance } from './get-instance.ts'
import { interruptInstance } from './interrupt-instance.ts'
import { interruptInstances } from './interrupt-instances.ts'
import { listInstances } from './list-instances.ts'
import { listInstancesByTarget } from './list-instances-by-target.ts'
import { listInstancesByTemplateId } from './list-instances-by-template-id.ts'
import { runProcess } from './run-process.ts'
import { updateInstanceVersion } from './update-instance-version.ts'
import { updateInstanceVersions } from './update-instance-versions.ts'
import { useRestorePoint } from './use-restore-point.ts'

/** Operations under `/pub/v1/bpm`, in the order in which `docs/operations.md` lists them. */
export const bpmOperations: readonly Operation<Context>[] = [
  runProcess,
  changeInstanceContext,
  updateInstanceVersions,
  interruptInstances,
  updateInstanceVersion,
  listInstances,
  listInstancesByTemplateId,
  listInstancesByTarget,
  getInstance,
  interruptInstance,
  useRestorePoint,
]
