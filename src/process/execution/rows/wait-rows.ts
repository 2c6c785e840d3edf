import type { Advance, Closed, Opened } from '../instance.ts'

/** The waits that advances leave open or have closed. A new wait that was closed again is in neither list. */
export interface NetWaits {
  readonly opened: readonly { readonly effect: Opened; readonly advance: Advance }[]
  readonly closed: readonly { readonly effect: Closed; readonly advance: Advance }[]
}

/**
 * Returns the net changes of the waits of several advances. A wait that was closed and opened again counts as opened.
 */
export function netWaits(advances: readonly Advance[]): NetWaits {
  const opened = new Map<string, { effect: Opened; advance: Advance }>()
  const closed = new Map<string, { effect: Closed; advance: Advance }>()
  const stored = new Set<string>()
  for (const advance of advances) {
    for (const effect of advance.effects) {
      if (effect.type === 'waitOpened') {
        opened.set(effect.wait, { effect, advance })
        closed.delete(effect.wait)
      } else if (effect.type === 'waitClosed') {
        if (!opened.delete(effect.wait)) stored.add(effect.wait)
        if (stored.has(effect.wait)) closed.set(effect.wait, { effect, advance })
      }
    }
  }
  return { opened: [...opened.values()], closed: [...closed.values()] }
}
