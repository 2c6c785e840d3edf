import { PlatformError } from '../../../foundation/kit/errors.ts'
import type { JsonText } from '../../../foundation/kit/json.ts'
import type { Context } from '../../operation.ts'

/** Kinds of pages that a quick search finds, in the order of the results. */
export const foundKinds = ['task', 'element', 'process', 'file', 'registration', 'person'] as const
type Kind = (typeof foundKinds)[number]

/** A page of the console. */
export interface FoundPage {
  readonly id: string
  readonly title: string
  readonly subtitle: string | null
  readonly address: string
}

type Finder = (context: Context, text: string, size: number) => Promise<FoundPage[]>

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
const rowsOf = ({ items }: { readonly items: JsonText }): readonly Row[] => JSON.parse(items.text)
const contains = (field: string, text: string) => ({ like: [{ field }, { const: text }] })

/** Finds elements or files. Their search needs at least three letters or digits; a shorter text finds none. */
async function bySearch({ apps, caller }: Context, q: string, type: 'element' | 'file', size: number) {
  try {
    const { results } = await apps.search.find(caller, { q, size: 100 })
    return results.filter((result) => result.type === type).slice(0, size)
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'search.too_short') return []
    throw error
  }
}

/** Finds pages by a part of a name, with the rights of the caller. */
export const finders: Readonly<Record<Kind, Finder>> = {
  async task({ processes, caller }, text, size) {
    const filter = contains('subject', text)
    const page = await processes.tasks.list(caller, {}, { size, filter })
    return rowsOf(page).map(({ id, subject, template }) => ({
      id,
      title: String(subject),
      subtitle: (template as { readonly name?: string } | null)?.name ?? null,
      address: `/console/tasks/${id}`,
    }))
  },
  async element(context, text, size) {
    const found = await bySearch(context, text, 'element', size)
    return found.map(({ id, name, application, namespace, code }) => ({
      id,
      title: name,
      subtitle: application,
      address: `/console/apps/${namespace}/${code}/${id}`,
    }))
  },
  async file(context, text, size) {
    const found = await bySearch(context, text, 'file', size)
    return found.map(({ id, name, directory }) => ({
      id,
      title: name,
      subtitle: null,
      address: `/console/files/${directory}?file=${id}`,
    }))
  },
  async process({ processes, caller }, text, size) {
    const wanted = text.toLowerCase()
    const visible = await processes.templates.visible(caller)
    return visible
      .map(({ id, name, namespace, code }) => ({ id, name, namespace, code, path: `${namespace}.${code}` }))
      .filter(({ name, path }) => name.toLowerCase().includes(wanted) || path.toLowerCase().includes(wanted))
      .slice(0, size)
      .map(({ id, name, namespace, code, path }) => ({
        id,
        title: name,
        subtitle: path,
        address: `/console/processes/${namespace}/${code}`,
      }))
  },
  async person({ people, caller }, text, size) {
    const filter = { or: [contains('__name', text), contains('login', text)] }
    return rowsOf(await people.users.list(caller, { active: true, size, filter })).map(({ __id, __name, login }) => ({
      id: String(__id),
      title: String(__name || login),
      subtitle: String(login),
      address: `/console/admin/users?id=${__id}`,
    }))
  },
  async registration({ registry, caller }, text, size) {
    const page = await registry.registrations.list(caller, { size, filter: contains('number', text) })
    return rowsOf(page).map(({ id, number, date, nomenclatureId }) => ({
      id,
      title: String(number),
      subtitle: date === null ? null : String(date),
      address: `/console/records/cases/${nomenclatureId}?registration=${id}`,
    }))
  },
}
