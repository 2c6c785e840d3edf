import { collectFieldRefusals } from '../../../foundation/kit/field-refusals.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { JsonText } from '../../../foundation/kit/json.ts'
import { rightMissing } from '../rights/refusals.ts'
import { checkCreatable } from '../rules/check-creatable.ts'
import { unknownReferences } from '../rules/check-references.ts'
import { writableCreator } from '../rules/creator.ts'
import { namingClash } from '../rules/key-clash.ts'
import { valuesOf } from '../rules/new-element.ts'
import { missingFields, readElementInput } from '../rules/read-element-input.ts'
import type { ApplicationAddress, OpenedApplication } from '../source/opened-application.ts'
import { insertElements } from '../write/insert-elements.store.ts'
import { type Action, completeWrite, originWithin, type WrittenElement } from './action.ts'
import { attachUploads } from './attach-uploads.ts'

export interface CreateOptions {
  /** The status group whose initial status the element gets; the first group by default. */
  readonly statusGroupId?: string | undefined
}

/** Creates an element. `context` has the values by field code, and may have the few writable system fields. */
export async function createElement(
  action: Action,
  address: ApplicationAddress,
  context: Readonly<Record<string, unknown>>,
  { statusGroupId }: CreateOptions = {},
): Promise<WrittenElement> {
  const { unit, caller, clock, numbering, open } = action
  const opened = open(caller, address)
  const { application, source } = opened
  // A caller without the right to create gets this error before any error about the input.
  if (opened.authority.rows('create') === false) throw rightMissing('create', application)
  const { input, values } = await readNewElement(action, opened, context, statusGroupId)
  const createdBy = (await writableCreator(unit.quick, caller, input)) ?? caller.userId
  const origin = originWithin(action)
  const candidate = { ...values, id: newId(clock.nowMs()), createdBy }
  await checkCreatable(unit.quick, opened, candidate, { given: Object.keys(input.body), origin })
  const { body, write } = await attachUploads(action, application, values.body)
  const element = { ...candidate, body, index: await numbering.take(application.id, 1, unit.tx) }
  const [row] = await namingClash(unit.quick, opened, values, () =>
    write(element.id, async (tx) => {
      const rows = await insertElements(tx, { source, application, origin }, [element])
      await completeWrite(action, tx, { app: application.id, id: element.id, rev: '1' })
      return rows
    }),
  )
  return { id: element.id, item: new JsonText(row!.text), rev: '1', action: 'create' }
}

/** Reads the values of a new element. Throws a refusal that names all wrong fields. */
async function readNewElement(
  { unit, caller, files }: Action,
  opened: OpenedApplication,
  context: Readonly<Record<string, unknown>>,
  statusGroupId: string | undefined,
) {
  const refusals = collectFieldRefusals()
  const input = readElementInput(opened.visible, context, refusals)
  const values = refusals.check(() => valuesOf(opened, input, statusGroupId))
  const body = values?.body ?? input.body
  for (const missing of missingFields(opened.application, body, opened.authority, true)) refusals.add(missing)
  const unseenFiles = (ids: readonly string[]) => files.unseen(unit.reader, caller, ids)
  for (const unknown of await unknownReferences(unit.quick, opened, body, { unseenFiles })) refusals.add(unknown)
  refusals.throwFirst()
  return { input, values: values! }
}
