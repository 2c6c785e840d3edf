import type { Operations } from '../api/operations.ts'
import type { Translate } from '../i18n/index.tsx'
import type { PageEntry, Workspace } from '../routing/page-entry.ts'
import type { Shortcut } from '../ui/keys/shortcuts.ts'

/** Minimum length of a text with which the palette asks the server for elements and files. */
export const minSearchLength = 3

/** One line of the palette. */
export interface PaletteEntry {
  readonly key: string
  readonly title: string
  readonly hint: string
  /** Path after `/console`; an action has a function instead. */
  readonly path?: string
  readonly run?: () => void
  /** Part of a text in which the search found the words, each of them between `**`. */
  readonly snippet?: string
}

type Found = Operations['searchEverything']['result']['results'][number]

/**
 * Returns the pages, applications and actions whose title and hint together contain every word of the text. Titles
 * that begin with the first word come first.
 */
export function entriesFor(
  text: string,
  workspace: Workspace,
  { pages, shortcuts = [] }: { pages: readonly PageEntry[]; shortcuts?: readonly Shortcut[] },
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
    ...actions(workspace, shortcuts, t),
  ]
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const rank = ({ title }: PaletteEntry): number => (title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return all
    .filter(({ title, hint }) => words.every((word) => `${title} ${hint}`.toLowerCase().includes(word)))
    .sort((one, other) => rank(one) - rank(other))
}

/** Returns the actions: those of the open page, and new elements of the applications in which the user can create. */
function actions({ namespaces }: Workspace, shortcuts: readonly Shortcut[], t: Translate): PaletteEntry[] {
  // A shortcut that is only listed for the help has no function.
  const ofPage = shortcuts.flatMap(({ keys, label, isGeneral, run }) =>
    isGeneral || run === undefined || label.startsWith('ui.') ? [] : [{ keys, label, run }],
  )
  const creating = namespaces.flatMap(({ code, applications }) =>
    applications
      .filter(({ rights }) => rights.includes('create'))
      .map(({ code: application, elementName }) => {
        const path = `/apps/${code}/${application}/new`
        return { key: path, title: t('app.create', { name: elementName }), hint: t('app.action'), path }
      }),
  )
  return [
    ...ofPage.map(({ keys, label, run }) => ({
      key: `shortcut ${keys}`,
      title: t(label),
      hint: t('app.onThisPage'),
      run: () => run(new KeyboardEvent('keydown')),
    })),
    ...creating,
  ]
}

/** Returns the lines for elements and files that the server found. */
export const foundEntries = (found: readonly Found[], t: Translate): PaletteEntry[] =>
  found.map(({ type, id, name, namespace, code, application, directory, holder, field, snippet }) => {
    const about = { key: id, title: name, ...(snippet !== null && field !== '__name' && { snippet }) }
    if (type === 'element') return { ...about, hint: application ?? '', path: `/apps/${namespace}/${code}/${id}` }
    // A file of an element is opened in the element: people look for the document, not for its folder.
    return holder
      ? {
          ...about,
          hint: holder.name,
          path: `/apps/${holder.namespace}/${holder.code}/${holder.id}?tab=files&file=${id}`,
        }
      : { ...about, hint: t('app.files'), path: `/files/${directory}?file=${id}` }
  })
