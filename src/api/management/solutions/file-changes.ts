import { type Static, Type } from 'typebox'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import type { FileChange } from '../../../solutions/index.ts'

const FileInput = Type.Object({
  path: Type.String({
    minLength: 1,
    maxLength: 300,
    description: 'Path of the file inside the solution, such as `namespaces/legal/apps/contracts.yaml`.',
  }),
  definition: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'New content of a YAML file as a map.' }),
  ),
  text: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'New content as text; without `text` and `definition`, or with null, the file is removed.',
    }),
  ),
  hash: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        'Hash of the file that was read before the change, null for a new file. If the file has another hash now, ' +
        'the answer is 412; without `hash`, the file is replaced in any case.',
    }),
  ),
})

/** Body of the operations that change single files of a solution. */
export const FilesInput = Type.Object(
  {
    files: Type.Array(FileInput, { minItems: 1, maxItems: 100, description: 'Files to change.' }),
  },
  { title: 'SolutionFilesInput' },
)

export const maxFilesBytes = 16 * 1024 * 1024

/** Converts the body of a request to the changes of files. */
export function fileChanges({ files }: Static<typeof FilesInput>): FileChange[] {
  return files.map(({ path, definition, text = null, hash }) => ({
    ...{ path, hash },
    content: (definition as JsonObject | undefined) ?? text,
  }))
}
