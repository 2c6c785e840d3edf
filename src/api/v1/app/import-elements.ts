import { Type } from 'typebox'
import {
  alreadyRunning,
  applicationNotFound,
  applicationReadOnly,
  fileMissing,
  wrongMapping,
  wrongOption,
} from '../../../apps/index.ts'
import { notAllowed } from '../../../http/errors.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams, Uuid } from '../schemas.ts'

const Code = Type.String({ minLength: 1, maxLength: 255 })

const ImportInput = Type.Object(
  {
    fileHash: Type.Optional(Type.String({ description: 'The hash under which you uploaded the file.' })),
    format: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'csv, xlsx or jsonl, with or without a dot. Default: what the file shows.',
      }),
    ),
    withEventHandlers: Type.Optional(Type.Boolean()),
    sheet: Type.Optional(Type.String({ maxLength: 255, description: 'Of XLSX. Default: the first visible sheet.' })),
    encoding: Type.Optional(Type.String({ maxLength: 40, description: 'Default: what the file shows.' })),
    delimiter: Type.Optional(Type.String({ maxLength: 3, description: 'Of CSV. Default: what the file shows.' })),
    header: Type.Optional(Type.Boolean({ description: 'false: there is none; the columns are called A, B, C …' })),
    mapping: Type.Optional(
      Type.Record(Type.String(), Code, { description: 'Column → field. Default: by the code or the title of fields.' }),
    ),
    mode: Type.Optional(
      Type.Enum(['create', 'update', 'upsert'], {
        description: 'Default: create.',
      }),
    ),
    key: Type.Optional(
      Type.Array(Code, {
        maxItems: 20,
        description:
          'Fields that tell rows apart. Default: whatever is unique; to update, the first declared unique key.',
      }),
    ),
    nullTexts: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 20,
        description: 'Texts that mean no value, as an empty cell does. Default: NA; [] where NA is a word like others.',
      }),
    ),
    onError: Type.Optional(Type.Enum(['skip', 'stop'], { description: 'Default: skip the row and go on.' })),
    maxErrors: Type.Optional(Type.Integer({ minimum: 0, description: 'The import ends when more rows fail.' })),
    dryRun: Type.Optional(Type.Boolean({ description: 'Checks and counts every row, and writes nothing.' })),
  },
  { additionalProperties: true },
)

export const importElements = operation({
  name: 'importElements',
  area: 'Applications',
  methods: ['POST'],
  path: '/pub/v1/app/{namespace}/{code}/import',
  summary: 'Import application elements from a file',
  description:
    'Upload the file first (`/pub/v1/disk/file/upload?hash=…`), start the import with that hash, then ask for its ' +
    'status. The first row names the columns. One import of an application at a time.',
  right: 'user',
  params: ApplicationParams,
  input: ImportInput,
  result: Type.Object({ importId: Uuid }),
  errors: [
    applicationNotFound,
    applicationReadOnly,
    notAllowed,
    fileMissing,
    alreadyRunning,
    wrongOption,
    wrongMapping,
  ],
  idempotent: { again: (_request, importId) => ({ importId }) },
  handle: ({ params, input }, { caller, apps }) => apps.imports.start(caller, params, input),
})
