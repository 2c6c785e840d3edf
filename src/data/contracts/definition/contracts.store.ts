import type { Tx } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import { type Address, type Stamp, stamps } from '../../../solutions/index.ts'
import type { ContractDefinition } from './contract.ts'

/** A sub-select of the contracts as a JSON list. */
export const contractRows: Sql = sql`(
  select coalesce(json_agg(jsonb_build_object('namespace', namespace, 'code', code, 'solution', solution,
    'definition', definition, ${stamps}) order by namespace, code), '[]')
  from contract)`

export interface NewContract extends Address {
  readonly solution: string
  readonly definition: ContractDefinition
}

/** Creates or updates a contract. */
export async function putContract(tx: Tx, contract: NewContract, { by, at }: Stamp): Promise<void> {
  const { namespace, code, solution, definition } = contract
  await tx.rows(sql`
    insert into contract (namespace, code, solution, definition, created_at, created_by, updated_at, updated_by)
    values (${namespace}, ${code}, ${solution}, ${JSON.stringify(definition)}::jsonb, ${at}, ${by}, ${at}, ${by})
    on conflict (namespace, code) do update set solution = excluded.solution, definition = excluded.definition,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`)
}

export async function removeContract(tx: Tx, { namespace, code }: Address): Promise<void> {
  await tx.rows(sql`delete from contract where namespace = ${namespace} and code = ${code}`)
}
