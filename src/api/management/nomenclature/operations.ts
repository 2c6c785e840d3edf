import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { changeCase } from './change-case.ts'
import { deleteCase } from './delete-case.ts'
import { deleteNomenclatureDirectory } from './delete-nomenclature-directory.ts'
import { disposeCases } from './dispose-cases.ts'
import { getCase } from './get-case.ts'
import { getNextNumber } from './get-next-number.ts'
import { deleteOfficeGrant, listOfficeGrants, putOfficeGrant } from './office-grants.ts'
import { printJournal } from './print-journal.ts'
import { reserveNumber } from './reserve-number.ts'
import { rollNomenclature } from './roll-nomenclature.ts'
import { setCaseState } from './set-case-state.ts'

/** Operations under `/api/v1/nomenclature`. */
export const nomenclatureManagement: readonly Operation<Context>[] = [
  deleteNomenclatureDirectory,
  listOfficeGrants,
  putOfficeGrant,
  deleteOfficeGrant,
  getCase,
  changeCase,
  setCaseState,
  deleteCase,
  reserveNumber,
  getNextNumber,
  printJournal,
  rollNomenclature,
  disposeCases,
]
