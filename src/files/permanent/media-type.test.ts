import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mediaTypeOf } from './media-type.ts'

it('the media type is detected from the bytes, and unknown for types that a browser could run', () => {
  const cases: [string | Buffer, string][] = [
    [Buffer.from('89504e470d0a1a0a', 'hex'), 'image/png'],
    [Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg'],
    ['GIF89a', 'image/gif'],
    ['RIFF1234WEBPVP8 ', 'image/webp'],
    ['%PDF-1.7', 'application/pdf'],
    ['<svg xmlns="http', 'application/octet-stream'],
    ['<!DOCTYPE html>', 'application/octet-stream'],
    [' GIF89a', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ]
  for (const [start, type] of cases) assert.equal(mediaTypeOf(Buffer.from(start as string)), type)
})
