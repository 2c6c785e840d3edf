import { Type } from 'typebox'
import { wrongText } from '../../../files/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import { queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams } from '../schemas.ts'
import { FoundFileResult } from './schemas.ts'

const one = (description: string) => Type.Optional(Type.Unknown({ description }))
const Filter = Type.Object(
  {
    __name: one('Part of the file name.'),
    __createdBy: one('Id of the user who created the file, or a list of ids.'),
    __changedBy: one('Id of the user who last changed the file, or a list of ids.'),
    directory: one('Ids of directories; files in the directories below them are found as well.'),
    __createdAt: one('Time at which the file was created, as `{min, max}`; both are inclusive.'),
    __updatedAt: one('Time of the last change, as `{min, max}`; both are inclusive.'),
    text: one('Words in the content or the name of the file, in any grammatical form: `contract "in force" -draft`.'),
  },
  { additionalProperties: true },
)

export const searchFiles = operation({
  name: 'searchFiles',
  area: 'Files',
  methods: ['POST'],
  path: '/pub/v1/disk/files/search',
  summary: 'Search files',
  description:
    'Returns the files that the caller can see and that are not deleted, newest first. With `text`, each file on a ' +
    'page of up to 100 has a `snippet`.',
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
