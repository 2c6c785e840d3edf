import { operations } from '../../api/operations.ts'
import type { TextKey, Translate } from '../../i18n/index.tsx'
import type { AuditEntry } from './audit-queries.ts'

type Titles = Readonly<Record<string, string>>

/**
 * Returns what an operation does, in words. `titles` has the titles of operations in the user's language. An
 * operation without a title gets a general text; the name of an unknown operation is returned unchanged.
 */
export function operationTitle(operation: string | null, titles: Titles, t: Translate): string {
  if (operation === null) return t('admin.operationOfServer')
  if (operation === 'process') return t('admin.operation_process')
  return titles[operation] ?? (Object.hasOwn(operations, operation) ? t('admin.operationUnknown') : operation)
}

/**
 * Returns the kind and the name of the object of an entry in words, such as "Person · Ann Grove". `applicationName`
 * returns the name of an application by `namespace.code`.
 */
export function objectTitle(
  { object, objectName }: Pick<AuditEntry, 'object' | 'objectName'>,
  t: Translate,
  applicationName: (path: string) => string | undefined,
): string {
  const [kind = '', rest = ''] = split(object, ':')
  const application = applicationName(split(rest, '/')[0]!)
  const isPlain = kind === 'path' || kind === 'solution' || kind === 'storage' || kind === 'process'
  const word = (kind === 'element' && application) || kindWord(kind, t)
  const name = objectName || (isPlain ? rest : kind === 'element' ? undefined : application)
  return name ? `${word} · ${name}` : word
}

function kindWord(kind: string, t: Translate): string {
  const key = `admin.object_${kind}`
  const word = t(key as TextKey)
  return word === key ? kind : word
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Returns the numbers of elements of an import that has ended; undefined for any other entry. */
export function importCounts({ object, after }: Pick<AuditEntry, 'object' | 'after'>) {
  if (!object.startsWith('import:') || typeof after?.created !== 'number') return undefined
  return { created: after.created, updated: Number(after.updated), failed: Number(after.failed) }
}
