import { type Apps, missingReferences } from '../../../data/index.ts'
import type { Files } from '../../../files/index.ts'
import type { Database, Reader } from '../../../foundation/db/database.ts'
import type { Caller } from '../../../people/index.ts'
import type { Program, Variables } from '../../engine/index.ts'
import { allFields, type ContextProblem } from '../context/index.ts'
import { unseenInUntyped } from './untyped-references.ts'

/**
 * Returns one problem for each variable that refers to an element, a file or a user that does not exist or that the
 * caller cannot see. Variables without a type for references are checked by `unseenInUntyped`. References that are in
 * `present`, the present values, are accepted.
 */
export type CheckReferences = (
  caller: Caller,
  program: Program,
  given: GivenValues,
) => Promise<readonly ContextProblem[]>

interface GivenValues {
  readonly values: Variables
  readonly present?: Variables
  /** Transaction of the caller, if there is one. */
  readonly reader?: Reader
}

export interface ReferencesDeps {
  readonly database: Database
  readonly apps: Pick<Apps, 'findFor' | 'catalog'>
  readonly files: Pick<Files, 'unseen'>
}

export function createCheckReferences({ database, apps, files }: ReferencesDeps): CheckReferences {
  return async (caller, program, { values, present = {}, reader = database.single }) => [
    ...(await missingReferences(
      reader,
      { fields: allFields(program), values, present },
      { find: apps.findFor(caller), unseenFiles: (ids) => files.unseen(reader, caller, ids) },
    )),
    ...(await unseenInUntyped({ apps, files }, reader, { caller, program, values, present })),
  ]
}
