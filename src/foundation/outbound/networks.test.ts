import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublic, networks } from './addresses.ts'

test('public addresses are public, up to the boundaries of the other ranges', () => {
  for (const address of [
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '2606:4700::1111',
    '3ffe:ffff::1',
  ])
    assert.equal(isPublic(address), true, address)
})

test('a text that is not an address in its usual form is not public', () => {
  for (const text of ['', 'example.com', '1.1.1', '0x1010101', '01.1.1.1', '1.1.1.1/8', '[2606:4700::1111]'])
    assert.equal(isPublic(text), false, text)
})

test('an IPv6 address with a zone is valid on its link only and not public', () => {
  assert.equal(isPublic('fe80::1%eth0'), false)
  assert.equal(isPublic('2606:4700::1111%eth0'), false)
})

test('a list contains addresses and networks of both families', () => {
  const list = networks('10.0.0.0/8 192.168.7.7\nfd00::/8 fd00:1::2')
  assert.deepEqual(
    ['10.9.9.9', '11.0.0.1', '192.168.7.7', '192.168.7.8'].map((one) => list.check(one)),
    [true, false, true, false],
  )
  assert.deepEqual(
    ['fd12::1', 'fe80::1'].map((one) => list.check(one, 'ipv6')),
    [true, false],
  )
})
