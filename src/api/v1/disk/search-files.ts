import { Type } from 'typebox'
import { wrongText } from '../../../files/index.ts'
import { listOf } from '../../../http/envelope.ts'
import { queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams } from '../schemas.ts'
import { FoundFileResult } from './schemas.ts'

const one = (description: string) => Type.Optional(Type.Unknown({ description }))
const Filter = Type.Object(
  {
    __name: one('A part of the name.'),
    __createdBy: one('An id or several.'),
    __changedBy: one('An id or several.'),
    directory: one('Ids; with everything below them.'),
    __createdAt: one('`{min, max}`, both included.'),
    __updatedAt: one('`{min, max}`, both included.'),
    text: one('Words that are in the file or in its name, in any form: `contract "in force" -draft`.'),
  },
  { additionalProperties: true },
)

export const searchFiles = operation({
  name: 'searchFiles',
  area: 'Files',
  methods: ['POST'],
  path: '/pub/v1/disk/files/search',
  summary: 'Find files',
  description:
    'Those that the caller sees and that are not deleted, newest first. With `text`, each of a page of up to 100 has a `snippet`.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    filter: Type.Optional(Filter),
    from: Type.Optional(Type.Number()),
    size: Type.Optional(Type.Number()),
  }),
  result: listResult(FoundFileResult),
  errors: [...queryErrors, wrongText],
  handle: async ({ input }, { caller, files }) => {
    const { items, total } = await files.search(caller, input)
    return listOf(items, total)
  },
})
