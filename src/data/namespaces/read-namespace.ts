import { accessProblems } from '../../access/access-problems.ts'
import type { NamespaceDefinition } from '../applications/definition.ts'
import type { Found } from '../../solutions/read-file.ts'
import type { NamespaceFile } from '../../solutions/schemas.ts'

/** Reads the file of a namespace and fills in the defaults. */
export function readNamespace({ value, refuse }: Found<NamespaceFile>, code: string): NamespaceDefinition {
  const { name, icon = null, order = 0, visibleTo } = value
  const section = visibleTo && { visibleTo }
  for (const { path, message } of accessProblems(section, { fields: new Map() })) refuse(path, message)
  return { code, name, icon, order, visibleTo: visibleTo ?? null }
}
