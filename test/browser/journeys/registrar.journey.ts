import { incomingCase, letter, registrarOf } from '../records.fixture.ts'
import { shot } from '../shot.ts'
import type { Journey } from './journey.ts'

/** The registrar of an office registers an incoming letter. */
export const registrarRegisters: Journey = {
  title: 'a registrar registers a letter in a case and finds it by its number',
  async play({ office, mark, enter }) {
    const registrationSettings = { template: `${mark}/{seq}` }
    const made = await incomingCase(office, { name: `Letters ${mark}`, registrationSettings })
    const petrova = await registrarOf(office, made)
    await letter(petrova, `Question about pumps ${mark}`)
    const visitor = await enter(petrova)
    const { page, press, enter: type, choose, settled } = visitor
    await visitor.open('/records/nomenclature')
    await press(page.getByRole('row', { name: new RegExp(`Letters ${mark}`) }))
    await page.getByText(`${mark}/1`, { exact: true }).waitFor()
    await press(page.getByRole('button', { name: 'Register a document' }))
    await choose(page.getByRole('combobox', { name: 'Kind of document' }), 'Incoming letters')
    await choose(page.getByRole('combobox', { name: 'Document', exact: true }), `Question about pumps ${mark}`, mark)
    await press(page.getByRole('button', { name: 'Register', exact: true }))
    await page.getByText(`Registered as ${mark}/1.`).waitFor()
    await press(page.getByRole('link', { name: 'Journal', exact: true }))
    await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor()
    await type(page.getByRole('searchbox'), `${mark}/1`)
    await settled()
    await press(page.getByRole('row', { name: new RegExp(`Question about pumps ${mark}`) }))
    const pane = page.getByRole('complementary', { name: `${mark}/1` })
    await pane.getByRole('link', { name: `Question about pumps ${mark}` }).waitFor()
    await shot(visitor, 'letter-found')
  },
}
