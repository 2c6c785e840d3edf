import { Type } from 'typebox'
import { directoryNotFound, nomenclatureNotAllowed, wrongDirectory } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../schemas.ts'
import { DirectoryInput, NomenclatureDirectory } from './nomenclature-schemas.ts'

export const createNomenclatureDirectory = operation({
  name: 'createNomenclatureDirectory',
  area: 'Nomenclature',
  methods: ['POST'],
  path: '/pub/v1/nomenclature/directory',
  summary: 'Create an office or a section of the nomenclature',
  description: 'Administrators create offices (`place`). A section requires the right `administer` to its office.',
  right: 'user',
  params: NoParams,
  input: Type.Object(DirectoryInput),
  result: Type.Object({ item: NomenclatureDirectory }),
  errors: [directoryNotFound, nomenclatureNotAllowed, wrongDirectory],
  idempotent: {
    again: async (_request, id, { caller, registry }) => ({ item: await registry.directories.get(caller, id) }),
  },
  handle: async ({ input }, { caller, registry }) => ({ item: await registry.directories.create(caller, input) }),
})
