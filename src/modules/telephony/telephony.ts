import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { type Module, whyOff } from '../definition/module.ts'
import { moduleOff, notTelephony, wrongBindingUser, wrongExtension } from '../errors.ts'
import { type Binding, bindingsOf, lockModule, lockUsers, replaceBindings } from './telephony.store.ts'

/**
 * The extensions of a telephone system and the users who have them. Each method throws `module.not_found`,
 * `telephony.wrong_module` or `module.off`.
 */
export interface Telephony {
  /** Returns the bindings in the order in which they were given. */
  bindings(module: string): Promise<Binding[]>
  /**
   * Replaces all bindings of a module. A user may have several extensions. Throws `telephony.wrong_extension` and
   * `telephony.wrong_user`, which name the row.
   */
  replace(caller: Caller, module: string, bindings: readonly Binding[]): Promise<void>
}

interface Deps {
  readonly database: Database
  /** Returns a module. Throws `module.not_found`. */
  readonly find: (code: string) => Module
}

export function createTelephony({ database, find }: Deps): Telephony {
  function open(code: string): void {
    const module = find(code)
    if (module.definition.kind !== 'telephony')
      throw notTelephony(`the module "${code}" is not of the kind "telephony"`)
    const reason = whyOff(module)
    if (reason !== undefined) throw moduleOff(reason)
  }

  return {
    bindings(module) {
      open(module)
      return bindingsOf(database.reader, module)
    },
    async replace(caller, module, given) {
      open(module)
      const bindings = checked(given)
      await database.transaction(async (tx) => {
        // The module may have been removed since it was looked up.
        if (!(await lockModule(tx, module))) find(module)
        const users = await lockUsers(
          tx,
          bindings.map(({ userId }) => userId),
        )
        for (const [row, { userId }] of bindings.entries()) {
          const field = `bindings[${row}].userId`
          if (!users.has(userId)) throw wrongBindingUser(`row ${row + 1}: no user has the id ${userId}`, { field })
          if (users.get(userId)) throw wrongBindingUser(`row ${row + 1}: the user ${userId} is blocked`, { field })
        }
        const before = await bindingsOf(tx, module)
        await replaceBindings(tx, module, bindings)
        await recordAudit(tx, caller, {
          object: `telephony:${module}`,
          before: { bindings: before },
          after: { bindings },
        })
      })
    },
  }
}

/** Returns the bindings in normal form. Throws for the first row that is wrong or repeats an extension. */
function checked(given: readonly Binding[]): Binding[] {
  const rows = new Map<string, number>()
  return given.map(({ extension: text, userId }, row) => {
    const field = `bindings[${row}].extension`
    const extension = normalExtension(text)
    if (extension === undefined)
      throw wrongExtension(
        `row ${row + 1}: "${text.slice(0, 50)}" is not an extension; use up to 32 digits, "*" and "#"`,
        { field },
      )
    const first = rows.get(extension)
    if (first !== undefined)
      throw wrongExtension(`row ${row + 1}: the extension ${extension} is given twice, first in row ${first + 1}`, {
        field,
      })
    rows.set(extension, row)
    if (!isUuid(userId))
      throw wrongBindingUser(`row ${row + 1}: no user has the id "${String(userId).slice(0, 50)}"`, {
        field: `bindings[${row}].userId`,
      })
    return { extension, userId: userId.toLowerCase() }
  })
}

const separators = /[\s().-]/g

/**
 * Returns an extension in the form in which it is stored: digits, `*` and `#`, with a leading plus of an
 * international number, without spaces, brackets, dots and hyphens. Leading zeros stay. Returns undefined when the
 * text is no extension.
 */
export function normalExtension(text: string): string | undefined {
  const normal = text.replaceAll(separators, '')
  return /^(?:\+\d|[\d*#])[\d*#]{0,31}$/.test(normal) ? normal : undefined
}
