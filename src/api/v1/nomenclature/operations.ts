import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { createCase } from './create-case.ts'
import { createNomenclatureDirectory } from './create-nomenclature-directory.ts'
import { listCases } from './list-cases.ts'
import { listNomenclatureDirectories } from './list-nomenclature-directories.ts'
import { updateCase } from './update-case.ts'
import { updateNomenclatureDirectory } from './update-nomenclature-directory.ts'

/** Operations under `/pub/v1/nomenclature`, in the order in which `docs/operations.md` lists them. */
export const nomenclatureOperations: readonly Operation<Context>[] = [
  listCases,
  createCase,
  updateCase,
  listNomenclatureDirectories,
  createNomenclatureDirectory,
  updateNomenclatureDirectory,
]
