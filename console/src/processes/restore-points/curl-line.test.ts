import assert from 'node:assert/strict'
import { it } from 'node:test'
import { curlLine } from './curl-line.ts'

it('the command answers the restore point with the declared variables', () => {
  const line = curlLine('https://chancery.example.com', { id: '0197c1de', answer: [{ name: 'rating' }] })
  assert.match(line, /^curl -X POST https:\/\/chancery\.example\.com\/pub\/v1\/bpm\/restore-point\/0197c1de\/restore/)
  assert.match(line, /-d '\{"context":\{"rating":null\}\}'$/)
})

it('a quotation mark in a name does not end the argument of the shell', () => {
  assert.match(curlLine('x', { id: '1', answer: [{ name: "it's" }] }), /-d '\{"context":\{"it'\\''s":null\}\}'$/)
})
