import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nameOf } from './instance-name.ts'

const now = new Date('2026-05-01T22:30:00Z')

/** Returns the name of a new instance, whose expression gives the time zone in which it is evaluated. */
function zoneOf(ofProcess: string | undefined, ofInstallation: string | undefined): string {
  const expression = { references: [], evaluate: (_read: object, { timeZone }: { timeZone: string }) => timeZone }
  const program = { instanceName: 0, ...(ofProcess && { timeZone: ofProcess }) }
  const instance = { facts: { name: '' }, version: { code: 'approve', loaded: { program, expressions: [expression] } } }
  const environment = { now, ...(ofInstallation && { timeZone: ofInstallation }) }
  return nameOf(instance as never, { variables: {} } as never, [], environment)
}

it('the name of an instance is evaluated in the time zone of the process, or else of the installation', () => {
  assert.equal(zoneOf('Europe/Berlin', 'Asia/Tokyo'), 'Europe/Berlin')
  assert.equal(zoneOf(undefined, 'Asia/Tokyo'), 'Asia/Tokyo')
  assert.equal(zoneOf(undefined, undefined), 'UTC')
})
