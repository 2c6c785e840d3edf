import type { Apps } from '../../data/index.ts'
import { splitPath } from '../../foundation/kit/codes.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import type { Caller } from '../../people/index.ts'
import type { ClaimedDelivery } from './deliveries.store.ts'
import { pingEvent, type Webhook } from './webhook.ts'

/** Maximum size of an element in a request, in characters. A receiver can read a larger element over the API. */
const maxElementChars = 256 * 1024

/**
 * Returns the body of a request: the event, and with `includeElement` the element as the user of the webhook sees it
 * now. Returns undefined when this user cannot see the element, so that nothing may be sent.
 */
export async function messageOf(
  elements: Pick<Apps['elements'], 'get'>,
  caller: Caller,
  { id, name, includeElement }: Pick<Webhook, 'id' | 'name' | 'includeElement'>,
  { event, application, element: elementId, details }: ClaimedDelivery,
): Promise<string | undefined> {
  const { at: timestamp, by, rev, fields = [], file } = details
  if (event === pingEvent) return JSON.stringify({ type: event, timestamp, data: { webhook: { id, name } } })
  const { namespace, code } = splitPath(application!)
  const text = await visibleElement(elements, caller, { namespace, code, id: elementId! })
  if (text === undefined) return undefined
  const head = { namespace, code, id: elementId, revision: Number(rev), by, ...(file && { file }) }
  if (!includeElement) return JSON.stringify({ type: event, timestamp, data: head })
  const shown: Record<string, unknown> = JSON.parse(text)
  // A field that the user cannot read is absent, or empty where the right depends on the element.
  const isReadable = (code: string): boolean => code in shown && (caller.administrator || !mayBeHidden(shown[code]))
  const data = JSON.stringify({ ...head, changedFields: fields.filter(isReadable) })
  const element = text.length > maxElementChars ? 'null' : text
  // The text of the element is passed on as it is, because parsing would round large numbers.
  return `${JSON.stringify({ type: event, timestamp }).slice(0, -1)},"data":${data.slice(0, -1)},"element":${element}}}`
}

/** Returns whether an answer would show this value in place of a hidden one. */
const mayBeHidden = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

async function visibleElement(
  elements: Pick<Apps['elements'], 'get'>,
  caller: Caller,
  address: { readonly namespace: string; readonly code: string; readonly id: string },
): Promise<string | undefined> {
  try {
    return (await elements.get(caller, address)).item.text
  } catch (error) {
    // The element, or the application, is not visible to the user or was removed.
    if (error instanceof PlatformError && (error.status === 404 || error.status === 403)) return undefined
    throw error
  }
}
