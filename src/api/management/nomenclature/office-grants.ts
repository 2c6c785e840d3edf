import { directoryNotFound, nomenclatureNotAllowed, officeRights } from '../../../records/index.ts'
import { IdParams } from '../../v1/schemas.ts'
import { grantOperations } from '../access/grant-operations.ts'

/** Operations on the grants of offices, which say who registers there and who administers their nomenclature. */
export const [listOfficeGrants, putOfficeGrant, deleteOfficeGrant] = grantOperations({
  name: 'Office',
  noun: { article: 'an', text: 'office' },
  path: '/api/v1/nomenclature-directories/{id}',
  params: IdParams,
  rights: officeRights,
  granting: 'administer',
  errors: [directoryNotFound, nomenclatureNotAllowed],
  grants: ({ registry }) => registry.directories.grants,
})
