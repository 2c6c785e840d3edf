import { Type } from 'typebox'
import { searchErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, orNull, Time, Uuid } from '../../v1/schemas.ts'

const Result = Type.Object({
  type: Type.Enum(['element', 'file']),
  id: Uuid,
  name: Type.String(),
  namespace: orNull(Type.String({ description: 'Namespace of the application; null for a file.' })),
  code: orNull(Type.String({ description: 'Code of the application; null for a file.' })),
  application: orNull(Type.String({ description: 'Title of the application; null for a file.' })),
  directory: orNull(Type.String({ description: 'Id of the directory of the file; null for an element.' })),
  field: Type.String({ description: 'Code of the field that contains the text; `text` for the content of a file.' }),
  fieldName: Type.String({ description: 'Title of the field that contains the text.' }),
  snippet: orNull(Type.String({ description: 'Part of the value, with the text that was found between `**`.' })),
  createdAt: Time,
  holder: orNull(
    Type.Object(
      { namespace: Type.String(), code: Type.String(), id: Uuid, name: Type.String() },
      { description: 'Newest element that holds the file and that the caller sees; null for an element.' },
    ),
  ),
})

export const searchEverything = operation({
  name: 'searchEverything',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/search',
  summary: 'Search elements and files',
  description:
    'Finds elements and files that the caller can see and that are not deleted. Results are ordered by how they ' +
    'match: names equal to `q`, names that begin with `q`, names that contain `q`, other fields with `search: ' +
    'true` that contain `q`, and files whose content contains its words; newest first among equals. Fields that ' +
    'the caller can read in some elements only are not searched. `from` and `size` reach the first 1,000 results.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  input: Type.Object(
    {
      q: Type.String({ description: 'Text to search for, in upper or lower case; at least three letters or digits.' }),
      from: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 900, description: 'Number of results to skip; 0 by default.' }),
      ),
      size: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'Number of results to return; 20 by default.' }),
      ),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({ results: Type.Array(Result), hasMore: Type.Boolean() }),
  errors: [...searchErrors],
  handle: async ({ input }, { caller, apps }) => ({
    ...(await apps.search.find(caller, input)),
  }),
})
