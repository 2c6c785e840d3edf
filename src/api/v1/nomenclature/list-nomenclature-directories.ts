import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { AnyObject, listResult, NoParams } from '../schemas.ts'

export const listNomenclatureDirectories = operation({
  name: 'listNomenclatureDirectories',
  area: 'Nomenclature',
  methods: ['GET'],
  path: '/pub/v1/nomenclature/directory',
  summary: 'List offices and sections of the nomenclature',
  description: 'Lists the offices to which the caller has the right `view`, and their sections.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  // `fields` determines which fields a directory has.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, registry }) => {
    const { items, total } = await registry.directories.list(caller, input)
    return listOf(items, total)
  },
})
