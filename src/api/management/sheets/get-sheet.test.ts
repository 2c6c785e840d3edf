import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDocument, aSheet, sheetOf, sheets } from './sheets.fixture.ts'

const server = useServer()

it('is shown to everybody who can read the element', async () => {
  const [anna, reader] = [await server.user(), await server.user()]
  const { id } = await aSheet(server.call, await aDocument(server.call), [anna.id])
  for (const { call } of [anna, reader]) await sheetOf(call, id)
  for (const unknown of [newId(), 'x'])
    assertRefused(await anna.call('GET', `${sheets}/${unknown}`), 404, 'sheet.not_found', /not found/)
})
