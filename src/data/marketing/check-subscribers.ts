import type { Reader } from '../../foundation/db/database.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import type { OpenApplication } from '../elements/source/opened-application.ts'
import { missingCategories } from './categories.store.ts'
import { unknownCategory, wrongSubscriber } from './errors.ts'
import { type Contact, presentIds } from './subscribers.store.ts'

/** Throws `marketing.unknown_category` for the first preference that is not a category. */
export async function checkPreferences(
  reader: Reader,
  rows: readonly { readonly preferences?: readonly string[] | undefined }[],
  fieldOf: (row: number) => string,
): Promise<void> {
  const unknown = await missingCategories(
    reader,
    rows.flatMap(({ preferences = [] }) => preferences.map((id) => id.toLowerCase())),
  )
  for (const [row, { preferences = [] }] of rows.entries()) {
    const place = preferences.findIndex((id) => unknown.has(id.toLowerCase()))
    if (place >= 0)
      throw unknownCategory(`there is no category ${preferences[place]}`, { field: `${fieldOf(row)}[${place}]` })
  }
}

/**
 * Throws `marketing.wrong_subscriber` for the first row whose element does not exist or is hidden from the caller, and
 * `application.not_found`.
 */
export async function checkContacts(
  reader: Reader,
  caller: Caller,
  rows: readonly { readonly contact?: Contact | undefined }[],
  open: OpenApplication,
): Promise<void> {
  const contacts = rows.flatMap(({ contact }, row) => (contact === undefined ? [] : [{ ...contact, row }]))
  const byApplication = Map.groupBy(contacts, ({ namespace, code }) => `${namespace}.${code}`)
  for (const [path, ofOne] of byApplication) {
    const { source } = open(caller, ofOne[0]!)
    const ids = ofOne.map(({ id }) => id.toLowerCase()).filter(isUuid)
    const present = await presentIds(reader, source, ids)
    const wrong = ofOne.find(({ id }) => !present.has(id.toLowerCase()))
    if (wrong !== undefined)
      throw wrongSubscriber(`row ${wrong.row + 1}: element ${wrong.id.slice(0, 100)} not found in ${path}`, {
        field: `subscribers[${wrong.row}].contact`,
      })
  }
}
