import { Readable } from 'node:stream'
import type { Apps } from '../../data/index.ts'
import type { Files, FileView } from '../../files/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { keepKey } from '../../foundation/idempotency/index.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import type { Caller } from '../../people/index.ts'
import { type Address, definitionPath } from '../../solutions/index.ts'
import { takesDocuments } from '../../values/index.ts'
import type { DeployedTemplate } from './definition/stored-templates.ts'
import { inputInvalid } from './errors.ts'
import type { FilledDocument } from './fill-template.ts'
import { type DocumentKey, generatedFile, putGeneratedFile } from './generated-documents.store.ts'

export interface AttachDeps {
  readonly database: Database
  readonly apps: Apps
  readonly files: Pick<Files, 'uploadTemporary' | 'versions' | 'get'>
  readonly clock: Clock
}

export interface DocumentTarget {
  readonly template: DeployedTemplate
  readonly element: Address & { readonly id: string }
  readonly field: string
}

/** A file that holds a generated document, and the number of its present version. */
export interface AttachedDocument {
  readonly file: FileView
  readonly version: number
}

/** Thrown inside a transaction when the same document was attached by another request in the meantime. */
class AttachedMeanwhile extends Error {}

/**
 * Attaches a document to a field of an element. The document becomes the next version of the file that the template
 * made before for this field in this format, if the field still holds the file; a document that equals its present
 * version changes nothing. Otherwise the document becomes a new file. Requires the right to change the field. An
 * idempotency key of the caller is kept with the file.
 */
export async function attachDocument(
  deps: AttachDeps,
  caller: Caller,
  target: DocumentTarget,
  document: FilledDocument,
): Promise<AttachedDocument> {
  const hash = newId(deps.clock.nowMs())
  // The key belongs to the file that holds the document.
  const { once: _once, ...uploader } = caller
  await deps.files.uploadTemporary(uploader, { hash, bytes: incoming(document) })
  for (let attempt = 1; ; attempt++) {
    try {
      return await attach(deps, caller, target, { ...document, hash })
    } catch (error) {
      if (!(error instanceof AttachedMeanwhile) || attempt === 3) throw error
    }
  }
}

async function attach(
  { database, apps, files, clock }: AttachDeps,
  caller: Caller,
  { template, element, field }: DocumentTarget,
  { hash, name, format }: FilledDocument & { readonly hash: string },
): Promise<AttachedDocument> {
  const app = fileField(apps, element, field)
  const key: DocumentKey = { template, app, element: element.id, field, format }
  const before = await generatedFile(database.single, key)
  if (before !== undefined && (await filesOf(apps, caller, element, field)).includes(before)) {
    const { file, version } = await files.versions.add(caller, before, { hash, name })
    return { file, version: version.no }
  }
  const { once, ...writer } = caller
  const id = await database.transaction(async (tx) => {
    const elements = apps.elements.in(tx)
    const held = idsIn((await elements.get(caller, element)).item.text, field)
    const written = await elements.attachFiles(writer, element, field, [{ hash, name }])
    const added = idsIn(written.item.text, field).find((one) => !held.includes(one))
    if (added === undefined) throw inputInvalid(`you cannot read the field "${field}"`, { field: 'field' })
    const stamp = { file: added, templateVersion: template.version, by: caller.userId, at: new Date(clock.nowMs()) }
    if (!(await putGeneratedFile(tx, key, stamp, before))) throw new AttachedMeanwhile()
    if (once !== undefined) await keepKey(tx, once, added)
    return added
  })
  return { file: await files.get(caller, id), version: 1 }
}

/** Checks that the application has such a field of files, and returns the id of the application. */
function fileField({ catalog }: Pick<Apps, 'catalog'>, element: Address, code: string): string {
  const application = catalog.application(element.namespace, element.code)
  const field = application?.fields.get(code)
  if (application === undefined || field === undefined || !takesDocuments(field)) {
    const codes = [...(application?.fields.values() ?? [])].filter(takesDocuments)
    const hint = didYouMean(
      code,
      codes.map((one) => one.code),
    )
    throw inputInvalid(`${definitionPath(element)} has no field of files "${code.slice(0, 100)}"${hint}`, {
      field: 'field',
    })
  }
  return application.id
}

async function filesOf(
  { elements }: Pick<Apps, 'elements'>,
  caller: Caller,
  element: DocumentTarget['element'],
  field: string,
): Promise<readonly string[]> {
  return idsIn((await elements.get(caller, element)).item.text, field)
}

function idsIn(json: string, field: string): readonly string[] {
  const value = JSON.parse(json)[field]
  return Array.isArray(value) ? value : []
}

/** Returns a document in the form of an upload. */
function incoming({ bytes, name }: FilledDocument) {
  const headers: Readonly<Record<string, string>> = {
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  }
  const stream = Readable.from([Buffer.from(bytes)])
  return { stream, contentType: 'application/octet-stream', header: (header: string) => headers[header] }
}
