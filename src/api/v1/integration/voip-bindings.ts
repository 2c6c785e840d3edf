import { Type } from 'typebox'
import { moduleNotFound, moduleOff, notTelephony, wrongBindingUser, wrongExtension } from '../../../modules/index.ts'
import { operation } from '../../operation.ts'
import { Nothing } from '../schemas.ts'

// Schemas that the operations on telephone extensions share.
const ModuleParams = Type.Object({ code: Type.String({ description: 'Code of a telephony module.' }) })

const Bindings = Type.Array(
  Type.Object({
    extension: Type.String({
      description: 'Internal extension, such as "0101": up to 32 digits, "*" and "#". Separators are removed.',
    }),
    userId: Type.String({ description: 'Id of the user who has the extension.' }),
  }),
  { maxItems: 10_000, description: 'Extensions and their users; an extension occurs once.' },
)

export const updateVoipBindings = operation({
  name: 'updateVoipBindings',
  area: 'Telephony',
  methods: ['PUT'],
  path: '/pub/v1/integration/{code}/voip/bindings',
  summary: 'Replace the telephone extensions of a module',
  description: 'Replaces all bindings of the module. If one row is wrong, nothing is changed.',
  right: 'administrator',
  params: ModuleParams,
  input: Type.Object({ bindings: Bindings }),
  result: Nothing,
  errors: [moduleNotFound, notTelephony, moduleOff, wrongExtension, wrongBindingUser],
  handle: async ({ params, input }, { caller, modules }) => {
    await modules.telephony.replace(caller, params.code, input.bindings)
    return {}
  },
})

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
