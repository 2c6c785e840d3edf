import type { Operations } from '../api/operations.ts'
import type { Translate } from '../i18n/index.tsx'
import type { PageEntry, Workspace } from '../routing/page-entry.ts'

/** The server searches elements and files from three characters. */
export const minSearchLength = 3

/** One line of the palette. */
export interface PaletteEntry {
  readonly key: string
  readonly title: string
  readonly hint: string
  /** Path after `/console`. */
  readonly path: string
}

type Found = Operations['searchEverything']['result']['results'][number]

/**
 * Returns the pages and applications whose name contains every word of the text; names that begin with it come first.
 */
export function entriesFor(
  text: string,
  workspace: Workspace,
  pages: readonly PageEntry[],
  t: Translate,
): PaletteEntry[] {
  const all: PaletteEntry[] = [
    ...pages
      .filter(({ isVisible }) => isVisible?.(workspace) !== false)
      .map(({ path, label }) => ({ key: path, title: t(label), hint: t('app.pages'), path })),
    ...workspace.namespaces.flatMap(({ code, name, applications }) =>
      applications.map((application) => {
        const path = `/apps/${code}/${application.code}`
        return { key: path, title: application.name, hint: name, path }
      }),
    ),
  ]
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const rank = ({ title }: PaletteEntry): number => (title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return all
    .filter(({ title, hint }) => words.every((word) => `${title} ${hint}`.toLowerCase().includes(word)))
    .sort((one, other) => rank(one) - rank(other))
}

/** Returns the lines for elements and files that the server found. */
export const foundEntries = (found: readonly Found[], t: Translate): PaletteEntry[] =>
  found.map(({ type, id, name, namespace, code, application, directory }) =>
    type === 'element'
      ? { key: id, title: name, hint: application ?? '', path: `/apps/${namespace}/${code}/${id}` }
      : { key: id, title: name, hint: t('app.files'), path: `/files/${directory}?file=${id}` },
  )
