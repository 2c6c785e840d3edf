import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { originOf } from './same-site.ts'

const host = 'docs.example.org'

describe('the origin of a request', () => {
  for (const [what, headers, baseUrl, expected] of [
    ['a page of ours', { 'sec-fetch-site': 'same-origin' }, undefined, 'here'],
    ['a page of a neighbour', { 'sec-fetch-site': 'same-site' }, undefined, 'elsewhere'],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, undefined, 'elsewhere'],
    ['the address bar', { 'sec-fetch-site': 'none' }, undefined, 'elsewhere'],
    [
      'another site, with an origin',
      { 'sec-fetch-site': 'cross-site', origin: `https://${host}` },
      undefined,
      'elsewhere',
    ],
    ['our origin', { origin: `https://${host}` }, undefined, 'here'],
    ['our origin with a port', { origin: `http://${host}:8080` }, undefined, 'elsewhere'],
    ['another origin', { origin: 'https://evil.example' }, undefined, 'elsewhere'],
    ['an origin that begins like ours', { origin: `https://${host}.evil.example` }, undefined, 'elsewhere'],
    ['a page without origin', { origin: 'null' }, undefined, 'elsewhere'],
    ['the configured address, behind a proxy', { origin: 'https://a.example' }, 'https://a.example/x', 'here'],
    ['another scheme than configured', { origin: 'http://a.example' }, 'https://a.example', 'elsewhere'],
    ['a program', {}, undefined, 'unknown'],
  ] as const)
    it(`${what}: ${expected}`, () => assert.equal(originOf({ host, ...headers }, baseUrl), expected))
})
