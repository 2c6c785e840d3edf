import { refillUses } from '../../../files/index.ts'
import type { Tx } from '../../../foundation/db/database.ts'
import { changeBlocked } from '../../../solutions/index.ts'
import type { ChangedApplication, Effect } from '../steps.ts'
import { clashingValues } from './affected.store.ts'
import * as data from './element-data.store.ts'
import * as store from './removed-fields.store.ts'

/**
 * Runs the effects that the change of an application has on its elements, and rebuilds the changed unique keys. Throws
 * `definition.blocked` when elements share the values of a new key.
 */
export async function runEffects(tx: Tx, changed: ChangedApplication, at: Date): Promise<void> {
  const { application, keysBefore, effects } = changed
  const moved = new Set<string>()
  for (const effect of effects) {
    await runEffect(tx, effect, at)
    if (effect.do !== 'open')
      moved.add('entry' in effect ? String(effect.entry.code) : 'code' in effect ? effect.code : effect.field)
  }
  if (moved.size > 0) {
    await data.countWrite(tx, application.id)
    await refillUses(tx, application.id, application.filePlaces)
  }
  const text = (codes: readonly string[]): string => codes.join(',')
  const stays = (codes: readonly string[], others: readonly (readonly string[])[]): boolean =>
    others.some((other) => text(other) === text(codes)) && !codes.some((code) => moved.has(code))
  for (const key of keysBefore) if (!stays(key, application.uniqueKeys)) await data.clearKey(tx, application.id, key)
  for (const key of application.uniqueKeys) {
    if (stays(key, keysBefore)) continue
    const clashes = await clashingValues(tx, application, key)
    // The plan cannot find these clashes: they come from stored values of a removed field that were just restored.
    if (clashes.length > 0) throw changeBlocked(`several elements have the same ${text(key)}: ${clashes.join(', ')}`)
    await data.fillKey(tx, application, key)
  }
}

async function runEffect(tx: Tx, effect: Effect, at: Date): Promise<void> {
  const { app } = effect
  switch (effect.do) {
    case 'open':
      return data.openCounters(tx, app)
    case 'drop':
      return store.addRemovedField(tx, app, { keptAs: codeOf(effect), entry: effect.entry, at })
    case 'putAside':
      await data.moveValues(tx, app, codeOf(effect), effect.keptAs)
      return store.addRemovedField(tx, app, { ...effect, at })
    case 'moveAside':
      await data.moveValues(tx, app, effect.code, effect.keptAs)
      return store.renameRemovedField(tx, app, effect.code, effect.keptAs)
    case 'bringBack':
      if (effect.keptAs !== effect.code) await data.moveValues(tx, app, effect.keptAs, effect.code)
      return store.deleteRemovedField(tx, app, effect.keptAs)
    case 'stripColumns':
      await data.stripColumns(tx, app, { ...effect, field: codeOf(effect) })
      return store.addRemovedField(tx, app, { ...effect, at })
    case 'renameValues':
      return data.renameValues(tx, app, effect.field, effect.names)
  }
}

function codeOf({ entry }: { entry: { readonly code?: unknown } }): string {
  return String(entry.code)
}
