import { instanceNotAllowed, instanceNotFound, moveRefused, processNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../schemas.ts'

export const updateInstanceVersion = operation({
  name: 'updateInstanceVersion',
  area: 'Business processes',
  methods: ['POST'],
  path: '/pub/v1/bpm/instance/{id}/version',
  summary: 'Move a process instance to the newest version',
  description:
    'Moves a waiting instance to the newest published version of its process. For administrators of the process. An ' +
    'instance that cannot move stays unchanged, and the answer gives the reasons.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [instanceNotFound, instanceNotAllowed, moveRefused, processNotFound],
  handle: async ({ params }, { caller, processes }) => {
    await processes.moves.one(caller, params.id)
    return {}
  },
})
