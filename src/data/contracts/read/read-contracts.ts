import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { JsonText } from '../../../foundation/kit/json.ts'
import type { Caller } from '../../../people/index.ts'
import { type FindSource, type Lists, type Page, planUnion, readListRequest } from '../../../query/index.ts'
import type { Address } from '../../../solutions/index.ts'
import { Totals } from '../../elements/read/totals.ts'
import type { OpenContract } from '../open/open-contract.ts'
import { findElement } from './find-element.ts'

export interface ContractElementAddress extends Address {
  readonly id: string
}

/** An element in the fields of a contract. */
interface ContractElement {
  readonly item: JsonText
  /** The revision of the element, for `ETag` and `If-Match`. */
  readonly rev: string
}

export interface ReadContracts {
  /** Lists the elements of all sources that the caller may see. */
  list(caller: Caller, address: Address, input: unknown): Promise<Page>
  get(caller: Caller, address: ContractElementAddress): Promise<ContractElement>
}

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly open: OpenContract
  readonly findFor: (caller: Caller) => FindSource
}

export function createReadContracts({ database, clock, lists, open, findFor }: Deps): ReadContracts {
  const totals = new Totals(database, lists)
  return {
    async list(caller, address, input) {
      const { arms } = open(caller, address)
      // Statuses belong to one application, so `statusCode` and `statusGroupId` are ignored like unknown keys.
      const setting = { find: findFor(caller), callerId: caller.userId, nowMs: clock.nowMs() }
      const plan = planUnion(
        readListRequest(input),
        arms.map(({ rows }) => rows),
        setting,
      )
      const parts = plan.each.map((one, place) => ({ app: arms[place]!.opened.application.id, plan: one }))
      return totals.pageOfUnion(plan, parts)
    },
    async get(caller, address) {
      const found = await findElement(database.single, open(caller, address), address.id)
      return { item: new JsonText(found.text), rev: found.rev }
    },
  }
}
