import assert from 'node:assert/strict'
import { it } from 'node:test'
import { whyRefused } from './checks.ts'

const good = {
  server_version_num: '150018',
  server_version: '15.18',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
}

it('a server with durable settings is accepted', () => {
  assert.equal(whyRefused(good), undefined)
  assert.equal(whyRefused({ ...good, synchronous_commit: 'remote_apply' }), undefined)
})

it('a server that is too old is refused with its version', () => {
  const refusal = whyRefused({ ...good, server_version_num: '140012', server_version: '14.12' })
  assert.match(refusal!, /version 14\.12; version 15 or newer/)
})

it('a server that may lose acknowledged changes is refused with the name of the setting', () => {
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    assert.match(whyRefused({ ...good, [name]: 'off' })!, new RegExp(`${name} = off`))
  }
})

it('a server that accepts no changes is refused with advice', () => {
  assert.equal(whyRefused({ ...good, in_hot_standby: 'off', transaction_read_only: 'off' }), undefined)
  // A standby is read-only too; the message names the standby, because this tells more.
  assert.match(whyRefused({ ...good, in_hot_standby: 'on', transaction_read_only: 'on' })!, /is a standby .* primary/)
  assert.match(
    whyRefused({ ...good, transaction_read_only: 'on' })!,
    /read-only \(default_transaction_read_only = on\)/,
  )
})
