import { Type } from 'typebox'
import { directoryNotFound, nomenclatureNotAllowed, wrongDirectory } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../schemas.ts'
import { DirectoryChange, NomenclatureDirectory } from './nomenclature-schemas.ts'

export const updateNomenclatureDirectory = operation({
  name: 'updateNomenclatureDirectory',
  area: 'Nomenclature',
  methods: ['PUT'],
  path: '/pub/v1/nomenclature/directory/{id}',
  summary: 'Update an office or a section of the nomenclature',
  description:
    'Requires the right `administer` to the office. A section moves inside its office only. An absent value stays as it is.',
  right: 'user',
  params: IdParams,
  input: Type.Object(DirectoryChange),
  result: Type.Object({ item: NomenclatureDirectory }),
  errors: [directoryNotFound, nomenclatureNotAllowed, wrongDirectory],
  handle: async ({ params, input }, { caller, registry }) => ({
    item: await registry.directories.update(caller, params.id, input),
  }),
})
