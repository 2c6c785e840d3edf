import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { isUniqueViolation } from '../../foundation/db/failures.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import type { Lists } from '../../query/index.ts'
import type { OpenApplication } from '../elements/source/opened-application.ts'
import { type Category, insertCategory, listCategories } from './categories.store.ts'
import { categoryTaken } from './errors.ts'
import { Segments } from './segments.ts'
import { createSettings, type Settings } from './settings.ts'
import { Subscribers } from './subscribers.ts'

/** Subscribers, their segments and preference categories, and the settings of marketing. */
export interface Marketing {
  readonly settings: Settings
  readonly segments: Segments
  readonly subscribers: Subscribers
  readonly categories: {
    /** Lists the categories, ordered by name; at most 10,000. */
    list(caller: Caller): Promise<readonly Category[]>
    /** Creates a category and returns its id. Throws `marketing.category_taken`. */
    create(caller: Caller, name: string): Promise<string>
  }
}

export interface MarketingDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  /** Opens an application with the elements that the caller may see. */
  readonly open: OpenApplication
}

export function createMarketing(deps: MarketingDeps): Marketing {
  const { database, clock } = deps
  const settings = createSettings(database, clock)
  const checked = { ...deps, check: settings.check }
  return {
    settings,
    segments: new Segments(checked),
    subscribers: new Subscribers(checked),
    categories: {
      async list(caller) {
        await settings.check(caller)
        return listCategories(database.reader)
      },
      async create(caller, name) {
        await settings.check(caller)
        const id = newId(clock.nowMs())
        try {
          await database.transaction(async (tx) => {
            await insertCategory(tx, { id, name }, { by: caller.userId, at: new Date(clock.nowMs()) })
            await recordAudit(tx, caller, { object: `category:${id}`, after: { name } })
          })
        } catch (error) {
          if (isUniqueViolation(error, 'marketing_category_name'))
            throw categoryTaken(`another category has the name "${name}"`, { field: 'name' })
          throw error
        }
        return id
      },
    },
  }
}
