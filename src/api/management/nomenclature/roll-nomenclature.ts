import { Type } from 'typebox'
import { directoryNotFound, indexTaken, nomenclatureNotAllowed, wrongYear } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, orNull, Uuid } from '../../v1/schemas.ts'

export const rollNomenclature = operation({
  name: 'rollNomenclature',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/nomenclature/roll',
  summary: 'Open the nomenclature of a year',
  description:
    'Requires the right `administer` to the office. Copies the active cases of earlier years and closes them; ' +
    'transitional cases stay open and move to the year. Returns the closing summary of each case. A second call finds ' +
    'nothing to do.',
  right: 'user',
  params: NoParams,
  input: Type.Object({ officeId: Uuid, year: Type.Integer({ minimum: 1900, maximum: 9999 }) }),
  result: Type.Object({
    cases: Type.Array(
      Type.Object({
        id: Uuid,
        index: orNull(Type.String()),
        name: Type.String(),
        nextId: orNull(Uuid),
        registered: Type.Integer(),
        reserved: Type.Integer(),
        annulled: Type.Integer(),
        firstNumber: orNull(Type.String()),
        lastNumber: orNull(Type.String()),
      }),
    ),
  }),
  errors: [directoryNotFound, nomenclatureNotAllowed, wrongYear, indexTaken],
  handle: async ({ input: { officeId, year } }, { caller, registry }) => ({
    cases: await registry.rollOver(caller, officeId, year),
  }),
})
