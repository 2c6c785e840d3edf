import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { extractText } from 'unpdf'
import { createConvertToPdf } from './convert-to-pdf.ts'

const program = '/usr/bin/soffice'

// LibreOffice is replaced by shell scripts that are called in the same way and behave well or badly.
describe('the conversion to PDF', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'chancery-soffice-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const limits = { maxMs: 60_000, maxMemoryMib: 4096, maxBytes: 1024 * 1024 }
  function converter(script: string, more: Partial<typeof limits> = {}) {
    const path = join(folder, `soffice-${script.length}`)
    writeFileSync(path, `#!/bin/sh\n${script}\n`)
    chmodSync(path, 0o755)
    return createConvertToPdf(path, { ...limits, ...more })
  }
  const bytes = Buffer.from('a document')
  const foldersLeft = () => readdirSync(tmpdir()).filter((name) => name.startsWith('chancery-pdf-')).length

  it('returns the PDF that LibreOffice wrote, and leaves nothing on the disk', async () => {
    const left = foldersLeft()
    const script = 'for last; do :; done; { printf "%%PDF-1.7 "; cat "$last"; } > document.pdf'
    assert.equal(String(await converter(script)(bytes, 'docx')), '%PDF-1.7 a document')
    assert.equal(foldersLeft(), left)
  })

  it('gives LibreOffice a profile of its own and no environment of the server', async () => {
    const script = '{ printf "%%PDF-1.7 "; env; echo "$@"; } > document.pdf'
    process.env.SECRET_CRM_KEY = 'top-secret'
    const text = String(await converter(script)(bytes, 'html'))
    delete process.env.SECRET_CRM_KEY
    assert.doesNotMatch(text, /top-secret/)
    assert.match(
      text,
      /-env:UserInstallation=file:\/\/\/.*--headless .*--infilter=HTML \(StarWriter\) --convert-to pdf:writer_pdf_Export/,
    )
  })

  it('is refused with a code when LibreOffice is not installed', async () => {
    await assert.rejects(createConvertToPdf(undefined)(bytes, 'docx'), {
      code: 'document_template.pdf_unavailable',
      message: /set LIBREOFFICE to the path/,
    })
  })

  const failures: readonly [string, string, RegExp][] = [
    ['fails', 'exit 3', /exit code 3/],
    ['writes nothing', 'exit 0', /wrote no PDF/],
    ['writes something else', 'echo text > document.pdf', /wrote no PDF/],
    ['writes without end', 'cat /dev/zero > document.pdf', /could not convert|larger than|wrote no PDF/],
  ]
  for (const [name, script, message] of failures) {
    it(`is refused when LibreOffice ${name}`, { timeout: 30_000 }, async () => {
      await assert.rejects(converter(script)(bytes, 'docx'), { code: 'document_template.pdf_failed', message })
    })
  }

  it('is refused when LibreOffice never ends, and so do its processes', { timeout: 30_000 }, async () => {
    await assert.rejects(converter('sleep 600 & sleep 600', { maxMs: 2_000 })(bytes, 'docx'), {
      code: 'document_template.pdf_failed',
      message: /more than 2 s/,
    })
  })

  it('is refused when the program does not exist', async () => {
    await assert.rejects(createConvertToPdf(join(folder, 'none'), limits)(bytes, 'docx'), {
      code: 'document_template.pdf_failed',
    })
  })
})

describe('a real LibreOffice', { skip: !existsSync(program) && 'SKIPPED: install libreoffice-writer' }, () => {
  const converted = (text: string) => createConvertToPdf(program)(Buffer.from(text), 'html')

  it('writes a PDF with the text of the document', async () => {
    const pdf = await converted('<!doctype html><meta charset="utf-8"><h1>Приказ № 7</h1><p>The archive moves.</p>')
    const { text } = await extractText(Uint8Array.from(pdf), { mergePages: true })
    assert.match(text, /Приказ № 7\s+The archive moves\./)
  })

  it('loads nothing that a document links to', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.writeHead(404).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const address = `http://127.0.0.1:${port}`
    await converted(
      `<link rel="stylesheet" href="${address}/style.css"><img src="${address}/picture.png"><p>The archive moves.</p>`,
    )
    server.close()
    assert.deepEqual(asked, [])
  })
})
