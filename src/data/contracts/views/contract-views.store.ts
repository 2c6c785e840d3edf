import type { Tx } from '../../../foundation/db/database.ts'
import { id, join, literal, nothing, type Script, type Sql, sql } from '../../../foundation/db/sql.ts'
import { nilId } from '../../../foundation/kit/ids.ts'
import { predicate } from '../../../query/index.ts'
import { definitionPath } from '../../../solutions/index.ts'
import type { Application } from '../../applications/application.ts'
import { withoutBinding } from '../../applications/unbound.ts'
import { viewName } from '../../applications/views/view-name.ts'
import {
  selectList,
  systemColumns,
  type ViewColumn,
  type ViewField,
  withFields,
} from '../../applications/views/views.store.ts'
import type { Contract, ContractSource } from '../definition/contract.ts'
import { findAmong } from '../source/find-source.ts'

/**
 * Returns the statement that creates the view of a contract: the live elements of all sources that belong to the
 * contract, each with the path of its application. `applications` are all applications by their paths.
 */
export function contractView(contract: Contract, applications: ReadonlyMap<string, Application>): Script {
  const arms = contract.sources.map((source) => armOfView(contract, source, applications))
  return withoutBinding(sql`create view bi.${id(viewName(contract))} as ${join(arms, sql` union all `)}`)
}

export async function createContractView(tx: Tx, view: Script): Promise<void> {
  await tx.rows(view)
}

function armOfView(contract: Contract, source: ContractSource, applications: ReadonlyMap<string, Application>): Sql {
  const path = definitionPath(source)
  const application = applications.get(path)!
  const fields = [...contract.fields.values()].map(
    (field): ViewField => ({ field, key: source.mapping.get(field.code)! }),
  )
  const own: ViewColumn = { name: 'application', type: 'text', value: () => sql`${literal(path)}::text` }
  const columns = withFields([own, ...systemColumns(application)], fields)
  const find = findAmong(applications)
  const all = find(source.namespace, source.code)!
  const { condition } = source
  const context = { find, callerId: nilId, nowMs: 0 }
  const filter = condition === undefined ? nothing : sql` and (${predicate(condition, all, sql`e`, context).sql})`
  return sql`select ${selectList(columns)} from element e
    where e.app = ${literal(application.id)}::uuid and e.deleted_at is null${filter}`
}
