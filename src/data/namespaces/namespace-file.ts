import { type Static, Type } from 'typebox'
import { accessProblems, namedGroups, VisibleTo } from '../../access/index.ts'
import { foldCode } from '../../foundation/kit/codes.ts'
import type { JsonObject } from '../../foundation/kit/json.ts'
import {
  type Address,
  type Draft,
  type FileAddress,
  type Found,
  systemNamespace,
  title,
} from '../../solutions/index.ts'
import type { NamespaceDefinition } from './namespace.ts'

/** The schema of a file `namespace.yaml`. */
export const NamespaceFile = Type.Object(
  {
    name: title('Title of the namespace in the menu.'),
    icon: Type.Optional(Type.String({ maxLength: 100, description: 'Name of the icon in the menu.' })),
    order: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        description: 'Position of the namespace in the menu; lower numbers come first.',
      }),
    ),
    visibleTo: Type.Optional(VisibleTo),
  },
  { additionalProperties: false, title: 'Chancery: namespace.yaml' },
)

export type NamespaceFile = Static<typeof NamespaceFile>

export interface NamespaceDraft extends Draft, NamespaceDefinition {
  readonly code: string
}

/** Reads the file of a namespace and fills in the defaults. */
export function readNamespace({ value, at, refuse }: Found<NamespaceFile>, address: FileAddress): NamespaceDraft {
  const { name, icon = null, order = 0, visibleTo } = value
  const rules = visibleTo && { visibleTo }
  for (const { path, message } of accessProblems(rules, { fields: new Map() })) refuse(path, message)
  const references = namedGroups(rules ?? {}).map(({ path, at: place }) => ({ to: 'group', path, place: at(place) }))
  return { ...address, name, icon, order, visibleTo: visibleTo ?? null, references }
}

/** Returns the normalised file of a namespace. */
export function namespaceFile({ name, icon, order, visibleTo }: NamespaceDefinition): JsonObject {
  return {
    name,
    ...(icon !== null && { icon }),
    ...(order !== 0 && { order }),
    ...(visibleTo !== null && { visibleTo: [...visibleTo] }),
  }
}

/** Returns why a namespace code is reserved; undefined when it is free. */
export function reservedNamespace({ code }: Address): string | undefined {
  if (foldCode(code) === systemNamespace)
    return `the namespace "${systemNamespace}" is built in; its folder holds applications only, no namespace.yaml`
  // These codes are part of addresses of the API or reserved for the platform; `global` holds groups without a
  // namespace.
  return /^(system|global|ext_.*)$/i.test(code) ? `the namespace code "${code}" is reserved` : undefined
}
