import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import type { Application, Element } from '../../application.ts'
import { readElement } from '../../use-element.ts'

/** An element with the revision that an update of this element must name. */
export interface Editable {
  readonly element: Element
  readonly revision: string
}

/**
 * Reads an element and its revision. The revision is read first: if somebody changes the element in between, the next
 * change is refused and nothing is overwritten.
 */
export async function readEditable(schema: Application, id: string, signal?: AbortSignal): Promise<Editable> {
  const { namespace, code } = schema
  let revision = ''
  const onEtag = (etag: string) => {
    revision = etag
  }
  await call('getElement', { params: { namespace, code, id }, onEtag, ...(signal && { signal }) })
  const element = await readElement(schema, id, signal)
  if (element === null) throw new ApiError(404, {})
  return { element, revision }
}
