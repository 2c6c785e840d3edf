import { directoryInUse, directoryNotFound, nomenclatureNotAllowed } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const deleteNomenclatureDirectory = operation({
  name: 'deleteNomenclatureDirectory',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/nomenclature-directories/{id}',
  summary: 'Delete an empty office or section of the nomenclature',
  description: 'Requires the right `administer` to the office.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [directoryNotFound, nomenclatureNotAllowed, directoryInUse],
  async handle({ params }, { caller, registry }) {
    await registry.directories.delete(caller, params.id)
    return {}
  },
})
