import { randomUUID } from 'node:crypto'
import type { Access, View } from './throwaway-server.ts'

/**
 * Adds text files to an element, by the codes of the fields. If a field has a file already, the text becomes a new
 * version of that file. `path` is the address of the element. Throws an Error whose message is for the author of the
 * test.
 */
export async function addFiles(
  access: Access,
  path: string,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const [field, text] of Object.entries(files)) {
    const { item } = (await access.call('POST', `${path}/get`)) as View
    const [file] = item[field] ?? []
    const upload = { hash: await uploadText(access, text), name: `${field}.txt` }
    if (file === undefined) await access.call('POST', `${path}/update`, { context: { [field]: [upload] } })
    else await access.call('POST', `/api/v1/files/${file}/versions`, { hash: upload.hash })
  }
}

/** Uploads text files and returns the values of their fields, for a new element. */
export async function uploadsOf(access: Access, files: Readonly<Record<string, string>>): Promise<View> {
  const values = Object.entries(files).map(async ([field, text]) => [
    field,
    [{ hash: await uploadText(access, text), name: `${field}.txt` }],
  ])
  return Object.fromEntries(await Promise.all(values))
}

/** Uploads a text and returns its hash. */
async function uploadText(access: Access, text: string): Promise<string> {
  const [hash, form] = [randomUUID(), new FormData()]
  form.append('file', new Blob([text]), 'file.txt')
  await access.call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form)
  return hash
}
