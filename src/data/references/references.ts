import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import { anyOf, type Lists, readListRequest } from '../../query/index.ts'
import type { Field } from '../../values/index.ts'
import { applicationPath } from '../applications/application.ts'
import type { ReadElements } from '../elements/read/read-elements.ts'
import type {
  ElementAddress,
  KnownApplications,
  OpenApplication,
  OpenedApplication,
} from '../elements/source/opened-application.ts'

/** The maximum number of fields that are searched for references to one element. */
const maxFields = 200

/** The elements that refer to one element through one field. */
interface Referring {
  /** The path of the referring application. */
  readonly application: string
  /** The code of the field. */
  readonly field: string
  readonly total: number
  /** The newest referring elements. */
  readonly elements: readonly { readonly id: string; readonly name: string | null }[]
}

export interface ReferencesDeps {
  readonly lists: Lists
  readonly clock: Clock
  readonly open: OpenApplication
  readonly known: KnownApplications
  readonly elements: Pick<ReadElements, 'get'>
}

/** Returns the elements that refer to an element, up to `size` for each field. */
export type ReferencesTo = (caller: Caller, address: ElementAddress, size: number) => Promise<Referring[]>

/**
 * Creates the function that finds the elements that refer to an element. The function reads one list for each field
 * that may refer to the element, with the rights of the caller, and at most `maxFields` lists. Deleted elements are left
 * out.
 */
export function createReferences({ lists, clock, open, known, elements }: ReferencesDeps): ReferencesTo {
  async function referring(caller: Caller, { opened, field, target }: Searched, size: number): Promise<Referring> {
    const { source, find, application } = opened
    const request = readListRequest({ active: true, size, fields: { __name: true } })
    const setting = { find, callerId: caller.userId, nowMs: clock.nowMs() }
    const { items, total } = await lists.page(request, source, setting, [anyOf(field.code, [target])])
    const found = JSON.parse(items.text) as { __id: string; __name: string | null }[]
    return {
      application: applicationPath(application),
      field: field.code,
      total,
      elements: found.map(({ __id, __name }) => ({ id: __id, name: __name })),
    }
  }

  return async (caller, address, size) => {
    await elements.get(caller, address)
    const searched = known(caller)
      .flatMap((application) => searchedFields(open(caller, application), address))
      .slice(0, maxFields)
    const found = await Promise.all(searched.map((one) => referring(caller, one, size)))
    return found.filter(({ total }) => total > 0)
  }
}

/** A field that may refer to the element, and the value that such a reference has. */
interface Searched {
  readonly opened: OpenedApplication
  readonly field: Field
  readonly target: string
}

function searchedFields(opened: OpenedApplication, { namespace, code, id }: ElementAddress): Searched[] {
  return [...opened.visible.fields.values()].flatMap((field): Searched[] => {
    const to = field.type.refersTo?.(field)
    if (to?.to === 'item') return [{ opened, field, target: `${namespace}:${code}:${id.toLowerCase()}` }]
    const isOwn = to?.to === 'element' && to.namespace === namespace && to.code === code
    return isOwn ? [{ opened, field, target: id.toLowerCase() }] : []
  })
}
