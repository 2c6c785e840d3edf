import { Type } from 'typebox'
import {
  bytesUnavailable,
  directoryNotFound,
  fileNotAllowed,
  fileNotFound,
  fileRights,
  persistErrors,
  someFailed,
  versionChanged,
} from '../../../files/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { queryErrors } from '../../../query/index.ts'
import { type Context, operation } from '../../operation.ts'
import { bulkEntries, FileResult } from '../../v1/disk/schemas.ts'
import { AnyObject, IdParams, listResult, NoParams, orNull, StrictListInput, Time, Uuid } from '../../v1/schemas.ts'
import { grantOperations } from '../access/grant-operations.ts'

const listFiles = operation({
  name: 'listFiles',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files',
  summary: 'List files',
  description:
    'Returns the files that the caller can see and that are not deleted, newest first. The filter `directory` finds the ' +
    'files in that directory alone; `searchFiles` also finds those in the directories below it.',
  right: 'user',
  params: NoParams,
  input: StrictListInput,
  // `fields` determines which fields a file has.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, files }) => {
    const { items, total } = await files.list(caller, input)
    return listOf(items, total)
  },
})

const getFileCapabilities = operation({
  name: 'getFileCapabilities',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files/{id}/capabilities',
  summary: 'Get what the caller may do with a file or directory',
  description: 'Returns for each action whether the caller may perform it on the file or directory.',
  right: 'user',
  params: IdParams,
  result: Type.Object({
    rights: Type.Array(Type.Enum([...fileRights.all]), {
      description:
        'Rights of the caller to the file or directory. `renew` is the right to add a version to a file: `edit` includes ' +
        'it, and an element that names the file can give it.',
    }),
  }),
  errors: [fileNotFound],
  handle: async ({ params }, { caller, files }) => ({
    rights: await files.access.rights(caller, params, fileRights.all),
  }),
})

const fileGrants = grantOperations({
  name: 'File',
  noun: { article: 'a', text: 'file or directory' },
  path: '/api/v1/files/{id}',
  params: IdParams,
  rights: fileRights.grantable,
  note: 'A grant to a directory covers everything below it.',
  errors: [fileNotFound, fileNotAllowed],
  grants: ({ files }) => files.access.grants,
})

const FileVersion = Type.Object(
  {
    no: Type.Integer({ minimum: 1 }),
    size: Type.Integer({ minimum: 0 }),
    sha256: Type.String(),
    mime: Type.String(),
    createdAt: Time,
    createdBy: Uuid,
  },
  { title: 'FileVersion' },
)

const listFileVersions = operation({
  name: 'listFileVersions',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files/{id}/versions',
  summary: 'List the versions of a file',
  description:
    'Returns the versions newest first, at most 10,000. `getFileLink` with `version` creates a link to one version.',
  right: 'user',
  params: IdParams,
  result: listResult(FileVersion),
  errors: [fileNotFound],
  handle: async ({ params }, { caller, files }) => {
    const versions = await files.versions.list(caller, params.id)
    return listOf(versions, versions.length)
  },
})

const addFileVersion = operation({
  name: 'addFileVersion',
  cost: 'file',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/files/{id}/versions',
  summary: 'Add a version to a file',
  description:
    'Makes an upload the next version of the file; requires the right `edit`. The file keeps its name unless ' +
    '`name` is given. With `expectedVersion`, the status is 409 when the file has another version. Nothing changes ' +
    'when the content equals that of the current version. A repeated request returns the version that the first ' +
    'one made.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    hash: Uuid,
    name: Type.Optional(Type.String({ minLength: 1 })),
    expectedVersion: Type.Optional(Type.Integer()),
  }),
  result: Type.Object({ file: FileResult, version: FileVersion }),
  errors: [fileNotFound, fileNotAllowed, directoryNotFound, versionChanged, ...persistErrors],
  handle: async ({ params, input }, { caller, files }) => ({ ...(await files.versions.add(caller, params.id, input)) }),
})

const getFilePreview = operation({
  name: 'getFilePreview',
  cost: 'file',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files/{id}/preview',
  summary: 'Get how a file can be shown',
  description: 'Returns the kind of preview that fits the content of the file, and a link to its bytes.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2 ** 31 - 1,
        description: 'Version of the file; the current one by default.',
      }),
    ),
  }),
  result: Type.Object({
    kind: Type.Enum(['pdf', 'image', 'text', 'none'], {
      description: 'How a page can show the file; none for a file that can only be saved. A text is UTF-8.',
    }),
    url: Type.String({ description: 'Link that works without a token for ten minutes.' }),
    name: Type.String(),
    size: Type.Integer({ description: 'Size in bytes.' }),
    version: Type.Integer(),
  }),
  errors: [fileNotFound, bytesUnavailable],
  handle: async ({ params, input }, { caller, files }) => ({
    ...(await files.preview(caller, params.id, input.version)),
  }),
})

const listDeletedFiles = operation({
  name: 'listDeletedFiles',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files/deleted',
  summary: 'List the files in the recycle bin',
  description:
    'Returns the files that the caller created or deleted, last deleted first. Administrators see all files.',
  right: 'user',
  params: NoParams,
  input: StrictListInput,
  // `fields` determines which fields a file has.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, files }) => {
    const { items, total } = await files.recycleBin.list(caller, input)
    return listOf(items, total)
  },
})

const purgeFiles = operation({
  name: 'purgeFiles',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/files/purge',
  summary: 'Delete files permanently from the recycle bin',
  description:
    'Deletes files with all their versions. Allowed for users who created the files and for administrators. ' +
    '`items` has one item for each entry of the request, in the same order. The status is 422 when an entry ' +
    'failed; all other entries are carried out.',
  right: 'user',
  params: NoParams,
  input: Type.Object({ fileIds: Type.Array(Uuid, bulkEntries) }),
  result: Type.Object({ items: Type.Array(Type.Object({ id: Uuid })) }),
  errors: [someFailed],
  handle: async ({ input }, { caller, files }) => ({ items: await files.bulk.purge(caller, input.fileIds) }),
})

const Bytes = Type.Integer({ minimum: 0 })
const Usage = Type.Object({ bytes: Bytes, quota: orNull(Bytes) })

const getFileUsage = operation({
  name: 'getFileUsage',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/files/usage',
  summary: 'Get the storage used by files',
  description:
    '`own` counts all file versions that the caller created, including those in the recycle bin, and the uploads ' +
    'of the caller. `all` is returned to administrators and counts the stored bytes of all users. A `quota` is ' +
    'null when there is no limit.',
  right: 'user',
  params: NoParams,
  result: Type.Object({ own: Usage, all: Type.Optional(Usage) }),
  handle: async (_request, { caller, files }) => ({ ...(await files.usage(caller)) }),
})

/** Operations of the management API on files. */
export const fileOperations: readonly Operation<Context>[] = [
  listFiles,
  getFileCapabilities,
  ...fileGrants,
  listFileVersions,
  addFileVersion,
  getFilePreview,
  listDeletedFiles,
  purgeFiles,
  getFileUsage,
]
