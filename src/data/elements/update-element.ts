import { JsonText } from '../../foundation/kit/json.ts'
import type { Caller } from '../../people/index.ts'
import { attachFiles } from './attach-files.ts'
import type { ChangeGuards, ElementChange } from './change-element.store.ts'
import { changedMeanwhile, changeExisting } from './change-existing.ts'
import { checkReferences } from './check-references.ts'
import type { ElementAddress } from './element-address.ts'
import { writableCreator } from './element-author.ts'
import { namingClash } from './key-clash.ts'
import { type ElementInput, readElementInput, requireFields } from './read-element-input.ts'
import { groupById } from './statuses.ts'
import type { WriteDeps, WrittenElement } from './write-deps.ts'

export interface UpdateOptions extends Pick<ChangeGuards, 'rev'> {
  readonly statusGroupId?: string | undefined
}

/**
 * Changes the fields in `context`; null clears a field, and a list replaces the whole list. `statusGroupId` moves the
 * element to the initial status of another group.
 */
export async function updateElement(
  deps: WriteDeps,
  caller: Caller,
  address: ElementAddress,
  context: Readonly<Record<string, unknown>>,
  { statusGroupId, ...guards }: UpdateOptions = {},
): Promise<WrittenElement> {
  const { database, open, files } = deps
  const opened = open(caller, address)
  const input = readElementInput(opened.visible, context)
  requireFields(opened.application, input.body, opened.authority, false)
  const unseenFiles = (ids: readonly string[]) => files.unseen(caller, ids)
  await checkReferences(database.single, opened, input.body, { unseenFiles, elementId: address.id })
  const group = statusGroupId === undefined ? undefined : groupById(opened.application, statusGroupId)
  const createdBy = await writableCreator(database.single, caller, input)
  const { body, write } = await attachFiles(deps, caller, opened.application, input.body)
  const change = { ...changeOf({ ...input, body }, createdBy), ...(group && { group }) }
  const outcome = await namingClash(database.single, opened, { ...input, id: address.id }, () =>
    write(address.id, async (tx) => {
      const outcome = await changeExisting({ ...deps, tx }, caller, opened, address, change, guards)
      if (!outcome.written) throw changedMeanwhile(outcome)
      return outcome
    }),
  )
  return { item: new JsonText(outcome.text), rev: outcome.rev }
}

function changeOf({ createdBy: _asked, body, ...columns }: ElementInput, createdBy: string | undefined): ElementChange {
  return {
    ...columns,
    ...(Object.keys(body).length === 0 ? {} : { body }),
    ...(createdBy === undefined ? {} : { createdBy }),
  }
}
