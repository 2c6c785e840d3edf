import { Type } from 'typebox'
import {
  alreadyRunning,
  applicationNotFound,
  applicationReadOnly,
  unknownFile,
  wrongMapping,
  wrongOption,
} from '../../../data/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams, Uuid } from '../schemas.ts'

const Code = Type.String({ minLength: 1, maxLength: 255 })

export const ImportInput = Type.Object(
  {
    fileHash: Type.Optional(Type.String({ description: 'Hash under which the caller uploaded the file.' })),
    format: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'Format of the file: csv, xlsx or jsonl, with or without a leading dot; detected by default.',
      }),
    ),
    withEventHandlers: Type.Optional(
      Type.Boolean({ description: 'Whether the changes are published to processes and webhooks; defaults to false.' }),
    ),
    sheet: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'Name of the sheet of an XLSX file; the first visible sheet by default.',
      }),
    ),
    encoding: Type.Optional(
      Type.String({ maxLength: 40, description: 'Character encoding of the file; detected by default.' }),
    ),
    delimiter: Type.Optional(
      Type.String({
        maxLength: 3,
        description: 'Character that separates the cells of a CSV file; detected by default.',
      }),
    ),
    header: Type.Optional(
      Type.Boolean({
        description:
          'Whether the first row names the columns; true by default. With false, the columns are called A, B, C …',
      }),
    ),
    mapping: Type.Optional(
      Type.Record(Type.String(), Code, {
        description:
          'Field code for each column title; all other columns are ignored. By default a column is matched by the code or title of a field.',
      }),
    ),
    mode: Type.Optional(
      Type.Enum(['create', 'update', 'upsert'], {
        description: 'Whether rows create elements, update them, or do either (upsert); create by default.',
      }),
    ),
    key: Type.Optional(
      Type.Array(Code, {
        maxItems: 20,
        description:
          'Codes of the fields that identify the element of a row. By default `create` checks all unique keys; `update` and ' +
          '`upsert` use the first one.',
      }),
    ),
    nullTexts: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 20,
        description:
          'Texts that mean "no value", like an empty cell; ["NA"] by default. Use [] where NA is an ordinary text.',
      }),
    ),
    onError: Type.Optional(
      Type.Enum(['skip', 'stop'], {
        description: 'Whether a row that fails is skipped or stops the import; skip by default.',
      }),
    ),
    maxErrors: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Number of rows that may fail before the import ends; unlimited by default.',
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({
        'x-refuses-null': true,
        description: 'Whether the import only checks and counts the rows and writes nothing; false by default.',
      }),
    ),
  },
  { additionalProperties: true },
)

export const importElements = operation({
  name: 'importElements',
  area: 'Applications',
  methods: ['POST'],
  path: '/pub/v1/app/{namespace}/{code}/import',
  summary: 'Import elements from a file',
  description:
    'Upload the file first (`/pub/v1/disk/file/upload?hash=…`), start the import with that hash, and then poll its ' +
    'status. The first row of the file names the columns. An application runs one import at a time.',
  right: 'user',
  params: ApplicationParams,
  input: ImportInput,
  result: Type.Object({ importId: Uuid }),
  errors: [
    applicationNotFound,
    applicationReadOnly,
    notAllowed,
    unknownFile,
    alreadyRunning,
    wrongOption,
    wrongMapping,
  ],
  idempotent: { again: (_request, importId) => ({ importId }) },
  handle: ({ params, input }, { caller, apps }) => apps.imports.start(caller, params, input),
})
