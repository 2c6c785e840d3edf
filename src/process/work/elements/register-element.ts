import { isUuid } from '../../../foundation/kit/ids.ts'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import { ActionRefused, type ElementAction, shown } from './element-work.ts'

/** Settings that become values of the registration card. */
const cardSettings = ['correspondentNumber', 'correspondentDate', 'sheets', 'delivery', 'comment', 'paperAt'] as const

/**
 * Registers an element in a case, in the transaction of the advance. The case is given by its id, or by its index, with
 * the code or id of its office where several offices have the index. An element that is registered in the case already,
 * for example by hand, stays as it is, and so does one that is registered in any case if `anyCase` is true. The outputs
 * are those of the earlier registration then.
 */
export const registerElement: ElementAction = {
  action: 'element.register',
  async run({ registry, tx, caller, settings, instance, element }) {
    const address = element()
    const caseId = await caseOf(settings, (index, office) => registry.cases.withIndex(tx, index, office))
    const earlier = await registry.registrations.earlierIn(tx, address, settings.anyCase === true ? undefined : caseId)
    if (earlier !== undefined) return { ...earlier }
    const { number, date } = settings
    const input = {
      element: address,
      caseId,
      card: cardOf(settings),
      number: text(number),
      date: text(date)?.slice(0, 10),
    }
    const {
      warnings: _warnings,
      id,
      ...registered
    } = await registry.registrations.registerIn(tx, { caller, instance }, input)
    return { id, caseId, number: registered.number }
  },
}

type FindCases = (index: string, office: string | undefined) => Promise<readonly string[]>

async function caseOf({ case: given, office }: JsonObject, find: FindCases): Promise<string> {
  const one = Array.isArray(given) && given.length === 1 ? given[0] : given
  if (isUuid(one)) return one
  if (typeof one !== 'string')
    throw new ActionRefused(`the setting "case" is ${shown(given)}; it must be the id or the index of a case`)
  const [found, another] = await find(one, text(office))
  if (found === undefined) throw new ActionRefused(`there is no active case with the index ${shown(one)}`)
  if (another !== undefined)
    throw new ActionRefused(
      `several active cases have the index ${shown(one)}; name the office in the setting "office"`,
    )
  return found
}

function cardOf(settings: JsonObject): Readonly<Record<string, unknown>> {
  const given = cardSettings.flatMap((name) => (settings[name] == null ? [] : [[name, settings[name]] as const]))
  return Object.fromEntries(given.map(([name, value]) => [name, name === 'sheets' ? Number(value) : String(value)]))
}

const text = (value: unknown): string | undefined => (value == null || value === '' ? undefined : String(value))
