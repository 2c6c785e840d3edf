import { Type } from 'typebox'
import { processNotAllowed, processNotFound, selectionMissing } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../schemas.ts'
import { InstanceIds, TemplateParams } from './bpm-schemas.ts'

export const updateInstanceVersions = operation({
  name: 'updateInstanceVersions',
  cost: 'heavy',
  area: 'Business processes',
  methods: ['POST'],
  path: '/pub/v1/bpm/instance/bytemplate/{namespace}/{code}/version',
  summary: 'Move process instances to the newest version',
  description:
    'Moves waiting instances of the process to its newest published version, in the background: the instances in ' +
    '`instanceIds` (also accepted as `instances`), or with `updateAllActive` all active instances except `unselectedIds`. ' +
    'The batch stores the result of each instance. For administrators of the process.',
  right: 'user',
  params: TemplateParams,
  input: Type.Object({
    instanceIds: Type.Optional(InstanceIds('Identifiers of the instances to move.')),
    instances: Type.Optional(InstanceIds('Alias of `instanceIds`.')),
    unselectedIds: Type.Optional(InstanceIds('Identifiers of active instances that `updateAllActive` leaves out.')),
    updateAllActive: Type.Optional(Type.Boolean({ description: 'Whether all active instances are moved.' })),
  }),
  result: Nothing,
  errors: [processNotFound, processNotAllowed, selectionMissing],
  handle: async ({ params, input }, { caller, processes }) => {
    const { instances, instanceIds = instances, unselectedIds, updateAllActive } = input
    await processes.background.move(caller, params, { instanceIds, unselectedIds, updateAllActive })
    return {}
  },
})
