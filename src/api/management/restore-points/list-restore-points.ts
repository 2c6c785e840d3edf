import { type Static, Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { restorePointStates } from '../../../process/index.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams } from '../../v1/schemas.ts'
import { PartialRestorePoint } from './restore-point-schemas.ts'

const RestorePointListInput = Type.Object({
  ...ListInput.properties,
  state: Type.Optional(
    Type.Enum([...restorePointStates], { description: 'State of the restore points; `open` by default.' }),
  ),
  instanceId: Type.Optional(Type.String({ format: 'uuid', description: 'Id of the instance.' })),
})

export const listRestorePoints = operation({
  name: 'listRestorePoints',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/restore-points',
  summary: 'List restore points',
  description:
    'Returns the delegated activities that wait for another system, newest first, with the request that was sent. ' +
    'Only activities of processes that the caller may administer.',
  right: 'user',
  params: NoParams,
  input: RestorePointListInput,
  // `fields` determines which fields a restore point has.
  result: listResult(PartialRestorePoint),
  errors: queryErrors,
  handle: async ({ input }, { caller, processes }) => {
    const { state, instanceId, ...list } = (input ?? {}) as Static<typeof RestorePointListInput>
    const { items, total } = await processes.restorePoints.list(caller, { state, instanceId }, list)
    return listOf(items, total)
  },
})
