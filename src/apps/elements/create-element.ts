import { newId } from '../../kit/ids.ts'
import { JsonText } from '../../kit/json.ts'
import type { Caller } from '../../people/index.ts'
import { checkReferences } from './check-references.ts'
import type { ApplicationAddress } from './element-address.ts'
import { writableCreator } from './element-author.ts'
import { insertElements } from './elements.store.ts'
import { namingClash } from './key-clash.ts'
import { newElement } from './new-element.ts'
import { readElementInput } from './read-element-input.ts'
import { authorOf, type WriteDeps, type WrittenElement } from './write-deps.ts'

/** `context` has the values by field code, with the few system fields that may be written. */
export async function createElement(
  { database, clock, numbering, open }: WriteDeps,
  caller: Caller,
  address: ApplicationAddress,
  context: Readonly<Record<string, unknown>>,
  statusGroupId?: string,
): Promise<WrittenElement> {
  const { application, source, find } = open(caller, address)
  const input = readElementInput(application, context)
  const values = newElement(application, input, statusGroupId)
  await checkReferences(database.single, application, values.body, find)
  const createdBy = (await writableCreator(database.single, caller, input)) ?? caller.userId
  const index = await numbering.take(application.id, 1)
  const element = { ...values, id: newId(clock.nowMs()), index, createdBy }
  const author = authorOf(caller, clock)
  const [row] = await namingClash(database.single, application, values, () =>
    insertElements(database.single, source, application, [element], author),
  )
  return { item: new JsonText(row!.text), rev: '1' }
}
