import { Type } from 'typebox'
import { directoryNotFound, fileNotAllowed, nameTaken, tooDeepDirectory, wrongName } from '../../../files/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../schemas.ts'
import { DirectoryResult } from './schemas.ts'

const Text = Type.Optional(Type.String())
const Id = Type.Optional(Uuid)

export const createDirectory = operation({
  name: 'createDirectory',
  area: 'Files',
  methods: ['POST'],
  path: '/pub/v1/disk/directory',
  summary: 'Create a directory',
  description:
    'Creates the directory inside `directory`, which can also be given as `parent` or `directoryId`. Without it, ' +
    'the new directory is created in the root directory that all users share.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    name: Text,
    __name: Text,
    directory: Id,
    parent: Id,
    directoryId: Id,
    uniqueNames: Type.Optional(Type.Boolean()),
  }),
  result: Type.Object({ directory: DirectoryResult }),
  errors: [directoryNotFound, fileNotAllowed, wrongName, nameTaken, tooDeepDirectory],
  idempotent: {
    again: async (_request, id, { caller, files }) => ({ directory: await files.directories.get(caller, id) }),
  },
  handle: async ({ input }, { caller, files }) => {
    const { name, __name, directory, parent = directory, directoryId = parent, uniqueNames } = input
    const wanted = { name: name ?? __name ?? '', parent: directoryId, uniqueNames }
    return { directory: await files.directories.create(caller, wanted) }
  },
})
