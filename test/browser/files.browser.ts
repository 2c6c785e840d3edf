// Runs on the embedded database only: these pages show and do the same on every database.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { newId } from '../../src/foundation/kit/ids.ts'
import { assertDone } from '../everything.ts'
import { assertAccessible } from './accessible.ts'
import { shot } from './shot.ts'
import { looks, type Person, useConsole } from './use-console.ts'
import { waitUntil } from './watch-page.ts'

const office = useConsole()

/** Drops a file with this text on the list. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: 'text/plain' }))
      return transfer
    })()`,
  )
  await page.getByRole('region', { name: 'Drop files here to store them' }).dispatchEvent('drop', { dataTransfer })
}

/** Creates a directory in the common one and returns its id. */
async function aDirectory({ call }: Person, name: string): Promise<string> {
  const made = await call('POST', '/pub/v1/disk/directory', { name })
  assertDone(made)
  return made.body.directory.__id
}

/** Stores a text as a file in a directory and returns its id. */
async function stored({ call }: Person, directory: string, name: string, text: string): Promise<string> {
  const [hash, form] = [newId(), new FormData()]
  form.append('file', new Blob([text]), name)
  assertDone(await call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form))
  const made = await call('POST', '/pub/v1/disk/files', { files: [{ directory, hash, name }] })
  assertDone(made)
  return made.body.items[0].file.__id
}

/** A PDF file with one page that is red from edge to edge. */
const redPage = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R >> endobj
4 0 obj << /Length 29 >> stream
1 0 0 rg 0 0 100 100 re f    
endstream endobj
trailer << /Root 1 0 R >>
%%EOF`

describe('the files', () => {
  it('a PDF file is drawn on the page, and read by a worker', async () => {
    const ann = await office.person()
    const directory = await aDirectory(ann, `Drawings ${newId()}`)
    const id = await stored(ann, directory, 'red.pdf', redPage)
    const { page, open } = await office.signedIn(ann)
    await open(`/files/${directory}?file=${id}`)
    await page.getByRole('img', { name: /red\.pdf/ }).waitFor()
    const isRed = `(() => {
      const canvas = document.querySelector('canvas')
      const pixel = canvas?.getContext('2d').getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1)
      const [red, green, blue] = pixel?.data ?? []
      return red === 255 && green === 0 && blue === 0
    })()`
    await waitUntil(page, isRed)
    assert.deepEqual(
      page.workers().map((worker) => /pdfjs-[^/]+\.mjs$/.test(worker.url())),
      [true],
    )
  })

  it('a file dropped on the page is stored and shown; a new version replaces it', async () => {
    const ann = await office.person()
    const { page, open, settled } = await office.signedIn(ann)
    await open('/files')
    await page.getByText('No files yet').waitFor()
    await drop(page, 'note.txt', 'The first text')
    await page.getByText('1 file was stored').waitFor()
    await page.getByRole('row', { name: /note\.txt/ }).click()
    await page.getByText('The first text').waitFor()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'New version' }).click(),
    ])
    await chooser.setFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('The second text') })
    await page.getByText('Version 2 was stored').waitFor()
    await page.getByText('The second text').waitFor()
    assert.equal(await page.getByText('The first text').count(), 0)
    await page.getByRole('button', { name: /Version 1/ }).click()
    await page.getByText('The first text').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('version'), '1')
    await page.getByRole('button', { name: /Version 2/ }).click()
    await settled()
    assert.equal(await page.locator('tbody tr').count(), 1)
  })

  it('a file is moved to another directory under a new name and found there', async () => {
    const ann = await office.person()
    const [from, to] = [await aDirectory(ann, `From ${newId()}`), await aDirectory(ann, `Contracts ${newId()}`)]
    const id = await stored(ann, from, 'draft.txt', 'A contract')
    const { page, open, settled } = await office.signedIn(ann)
    await open(`/files/${from}?file=${id}`)
    await page.getByRole('button', { name: 'Rename or move' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('contract.txt')
    await page.getByRole('combobox', { name: 'Directory' }).fill('Contracts')
    await page.getByRole('option', { name: /Contracts/ }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved as contract.txt').waitFor()
    await page.getByText('No files yet').waitFor()
    await page
      .getByRole('navigation', { name: 'Directories' })
      .getByRole('link', { name: /Contracts/ })
      .click()
    await settled()
    assert.equal(new URL(page.url()).pathname, `/console/files/${to}`)
    await page.getByRole('row', { name: /contract\.txt/ }).waitFor()
  })

  it('a deleted file is restored from the recycle bin', async () => {
    const ann = await office.person()
    const directory = await aDirectory(ann, `Bin ${newId()}`)
    const id = await stored(ann, directory, 'old.txt', 'Old')
    const { page, open } = await office.signedIn(ann)
    await open(`/files/${directory}?file=${id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No files yet').waitFor()
    await open('/files/deleted')
    await page
      .getByRole('row', { name: /old\.txt/ })
      .getByRole('checkbox')
      .click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The recycle bin is empty').waitFor()
    await open(`/files/${directory}`)
    await page.getByRole('row', { name: /old\.txt/ }).waitFor()
  })

  it('a directory is created in another one; a strange directory is not found', async () => {
    const ann = await office.person()
    const outer = await aDirectory(ann, `Outer ${newId()}`)
    const { page, open } = await office.signedIn(ann)
    await open(`/files/${outer}`)
    await page.getByRole('button', { name: 'New directory' }).click()
    await page.getByLabel('Name').fill('Letters of 2026')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('row', { name: /Letters of 2026/ }).click()
    await page.getByRole('heading', { name: 'Letters of 2026' }).waitFor()
    await open(`/files/${newId()}`)
    await page.getByText('Not found').waitFor()
  })

  it('every page has no barriers in both languages and themes, and on a narrow window', async () => {
    const ann = await office.person({ lastname: 'Andreeva' })
    const directory = await aDirectory(ann, `Contracts ${newId().slice(-4)}`)
    const inner = await ann.call('POST', '/pub/v1/disk/directory', { name: 'Drafts', directory })
    assertDone(inner)
    const id = await stored(ann, directory, 'terms.txt', 'The supplier delivers ten pumps.\n'.repeat(30))
    const gone = await stored(ann, directory, 'gone.txt', 'x')
    await stored(ann, directory, 'prices.csv', 'pump,100\nvalve,20')
    assertDone(await ann.call('PATCH', '/pub/v1/disk/files/deleted', { fileIds: [gone] }))
    const visit = await office.signedIn(ann)
    for (const look of looks) {
      const name = `${look.language}-${look.theme}`
      await visit.open(`/files/${directory}?file=${id}`)
      await visit.settings(look)
      await assertAccessible(visit)
      await shot(visit, `files-${name}`)
      await visit.open('/files/deleted')
      await assertAccessible(visit)
      await shot(visit, `deleted-files-${name}`)
    }
    await visit.page.setViewportSize({ width: 320, height: 700 })
    await visit.open(`/files/${directory}`)
    await assertAccessible(visit)
    await shot(visit, 'files-narrow')
  })
})
