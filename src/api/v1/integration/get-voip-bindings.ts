import { Type } from 'typebox'
import { moduleNotFound, moduleOff, notTelephony } from '../../../modules/index.ts'
import { operation } from '../../operation.ts'
import { Bindings, ModuleParams } from './binding.ts'

export const getVoipBindings = operation({
  name: 'getVoipBindings',
  area: 'Telephony',
  methods: ['GET'],
  path: '/pub/v1/integration/{code}/voip/bindings',
  summary: 'Get the telephone extensions of a module',
  description: 'Returns the bindings in the order in which they were given. Bindings of blocked users are kept.',
  right: 'administrator',
  params: ModuleParams,
  result: Type.Object({ bindings: Bindings }),
  errors: [moduleNotFound, notTelephony, moduleOff],
  handle: async ({ params }, { modules }) => ({ bindings: await modules.telephony.bindings(params.code) }),
})
