/**
 * The regular expression of codes of namespaces, applications, fields and statuses. Their case is kept and counts in
 * addresses. Two underscores at the start are reserved for system fields.
 */
export const codePattern = '_?[A-Za-z][A-Za-z0-9_]*'

/**
 * Returns the form in which two codes are equal when they differ only in case. Such codes must not exist together,
 * because case-insensitive file systems and many SQL tools do not distinguish them.
 */
export function foldCode(code: string): string {
  return code.toLowerCase()
}

/**
 * Returns a function that takes codes one by one. It returns an error message for a code that repeats an earlier one,
 * and undefined for any other.
 */
export function codeCollector(): (code: string) => string | undefined {
  const firstOf = new Map<string, string>()
  return (code) => {
    const first = firstOf.get(foldCode(code))
    if (first === undefined) firstOf.set(foldCode(code), code)
    if (first === undefined) return undefined
    return first === code ? `"${code}" occurs twice` : `"${code}" and "${first}" differ only in case`
  }
}

/**
 * Returns the namespace and the code in the path of a definition, such as `ref.contacts`. The namespace of a definition
 * that belongs to an application has a dot, too: `ref.contacts.check`. A path without a dot has an empty namespace.
 */
export function splitPath(path: string): { readonly namespace: string; readonly code: string } {
  const dot = path.lastIndexOf('.')
  return { namespace: path.slice(0, Math.max(dot, 0)), code: path.slice(dot + 1) }
}

/**
 * Returns the namespace and the code in a text that users wrote as the path of an application or a group; undefined
 * for any text but two words with one dot between them.
 */
export function splitApplicationPath(text: unknown): { readonly namespace: string; readonly code: string } | undefined {
  const [namespace, code, ...more] = typeof text === 'string' ? text.split('.') : []
  return namespace && code && more.length === 0 ? { namespace, code } : undefined
}

/**
 * Returns the parts of the namespace of a definition: the code of a namespace, and the code of the application when the
 * definition belongs to one.
 */
export function splitNamespace(namespace: string): { readonly section: string; readonly application?: string } {
  const [section = '', application] = namespace.split(/\.(.*)/s)
  return application === undefined ? { section } : { section, application }
}
