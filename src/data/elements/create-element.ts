import { newId } from '../../foundation/kit/ids.ts'
import { JsonText } from '../../foundation/kit/json.ts'
import type { Caller } from '../../people/index.ts'
import { attachFiles } from './attach-files.ts'
import { checkCreatable } from './check-creatable.ts'
import { checkReferences } from './check-references.ts'
import type { ApplicationAddress } from './element-address.ts'
import { writableCreator } from './element-author.ts'
import { insertElements } from './elements.store.ts'
import { namingClash } from './key-clash.ts'
import { newElement } from './new-element.ts'
import { readElementInput } from './read-element-input.ts'
import { rightMissing } from './rights/refusals.ts'
import { authorOf, type WriteDeps, type WrittenElement } from './write-deps.ts'

/** Creates an element. `context` has the values by field code, and may have the few writable system fields. */
export async function createElement(
  { database, clock, numbering, open, files }: WriteDeps,
  caller: Caller,
  address: ApplicationAddress,
  context: Readonly<Record<string, unknown>>,
  statusGroupId?: string,
): Promise<WrittenElement> {
  const opened = open(caller, address)
  const { application, source } = opened
  // A caller without the right to create gets this error before any error about the input.
  if (opened.authority.rows('create') === false) throw rightMissing('create', application)
  const input = readElementInput(opened.visible, context)
  const values = newElement(opened, input, statusGroupId)
  const unseenFiles = (ids: readonly string[]) => files.unseen(caller, ids)
  await checkReferences(database.single, opened, values.body, { unseenFiles })
  const createdBy = (await writableCreator(database.single, caller, input)) ?? caller.userId
  const author = authorOf(caller, clock)
  const candidate = { ...values, id: newId(clock.nowMs()), createdBy }
  await checkCreatable(database.single, opened, candidate, Object.keys(input.body), author)
  const { body, write } = await attachFiles({ database, files }, caller, application, values.body)
  const element = { ...candidate, body, index: await numbering.take(application.id, 1) }
  const [row] = await namingClash(database.single, opened, values, () =>
    write(element.id, (tx) => insertElements(tx, source, application, [element], author)),
  )
  return { item: new JsonText(row!.text), rev: '1' }
}
