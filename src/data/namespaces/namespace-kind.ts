import { codePattern } from '../../foundation/kit/codes.ts'
import { type DefinitionKind, sectionOf, systemNamespace } from '../../solutions/index.ts'
import { type Namespace, storedNamespaces } from './namespace.ts'
import {
  type NamespaceDraft,
  NamespaceFile,
  namespaceFile,
  readNamespace,
  reservedNamespace,
} from './namespace-file.ts'
import { planNamespaces } from './plan-namespaces.ts'
import { settingDrift } from './setting-drift.ts'

const pathOf = (namespace: string): string => `namespaces/${namespace}/namespace.yaml`

/** Namespaces as definitions of a solution. */
export const namespaceKind: DefinitionKind<NamespaceDraft, Namespace> = {
  ...storedNamespaces,
  file: {
    path: pathOf('{namespace}'),
    title: 'a namespace',
    codes: new RegExp(`^${codePattern}$`),
    // The view `<namespace>_<code>` of an application has at most 30 + 1 + 32 = 63 characters, the limit of PostgreSQL.
    maxLength: 30,
    reserved: reservedNamespace,
  },
  schema: NamespaceFile,
  contentPosition: 0,
  read: readNamespace,
  placeProblems({ namespace, file }, files) {
    if (!file.startsWith('namespaces/')) return []
    const section = sectionOf(namespace)
    const needed = pathOf(section)
    return section === systemNamespace || files.has(needed) ? [] : [`${needed} is missing`]
  },
  plan: planNamespaces,
  drift: async (_reader, content) =>
    content.of(storedNamespaces).flatMap(({ code, accessSetting }) => settingDrift(code, accessSetting)),
  toFile: namespaceFile,
  hashed: ({ code, name, icon, order }) => ({ code, name, icon, order }),
}
