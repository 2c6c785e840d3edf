import type { Tx } from '../../../foundation/db/database.ts'
import { foldCode } from '../../../foundation/kit/codes.ts'
import { type Address, definitionPath, type Stamp } from '../../../solutions/index.ts'
import type { Program } from '../../engine/index.ts'
import type { CompiledFile } from './compile-template.ts'
import { processInvalid } from './errors.ts'
import { templateId } from './stored-templates.ts'
import { settingsFile, type TemplateSettings } from './template-settings.ts'
import { insertVersion, putTemplate, retireTemplates, type TemplateRow, templatesAt } from './templates.store.ts'

/** A version whose start events are activated. The start events of the previous version are deactivated. */
export interface ArmedVersion extends Address {
  readonly template: string
  readonly version: number
  readonly program: Program
  readonly settings: TemplateSettings
  readonly at: Date
}

/** Replaces the automatic starts of a template: its rows in `process_start`. */
export type ArmStarts = (tx: Tx, version: ArmedVersion) => Promise<void>

export interface PublishRequest extends Address {
  readonly file: CompiledFile
  /** New settings; the stored settings are kept if absent. */
  readonly settings?: TemplateSettings
  /** Solution that applies the file; absent when the file is published by hand. */
  readonly solution?: string
  readonly comment?: string | undefined
}

export interface Published {
  readonly version: number
  /** Previous version; 0 if there was none. */
  readonly before: number
  /** Whether the file created a new version or reactivated a retired template. */
  readonly changed: boolean
}

/**
 * Writes a file as the new version of its templates, in the transaction of the caller, which has locked the
 * definitions. An unchanged file creates no new version. Retires templates whose processes are no longer in the file.
 * Throws `process.invalid` when a code of the file belongs to another file or differs from an existing one only in
 * case.
 */
export async function publishFile(
  tx: Tx,
  { namespace, code, file, settings, solution, comment }: PublishRequest,
  { stamp, armStarts }: { readonly stamp: Stamp; readonly armStarts: ArmStarts },
): Promise<Published> {
  const main = templateId({ namespace, code })
  const codes = file.templates.map((one) => one.code)
  const stored = await templatesAt(tx, namespace, codes, main)
  refuseForeign(stored, { namespace, main, codes })
  const known = stored.find(({ id }) => id === main)
  const before = known?.version ?? 0
  const isNew = known?.hash !== file.hash
  const version = isNew ? before + 1 : before
  const kept = settings ?? known?.settings ?? {}
  // A template that was removed from its solution does not belong to the solution after it is published by hand.
  const owner = solution ?? (known?.retired === false ? known.solution : null)
  for (const { code: own, name, program, uses } of file.templates) {
    const address = { namespace, code: own }
    const id = templateId(address)
    const row = { ...address, id, partOf: id === main ? null : main, solution: owner, name, version, hash: file.hash }
    const appliedHash = solution === undefined ? null : file.hash
    await putTemplate(tx, { ...row, settings: settingsFile(kept), appliedHash }, stamp)
    if (isNew) await insertVersion(tx, { template: id, version, bytes: file.bytes, program, uses, comment }, stamp)
    await armStarts(tx, { ...address, template: id, version, program, settings: kept, at: stamp.at })
  }
  const gone = stored.filter(({ partOf, code: own }) => partOf === main && !codes.includes(own))
  await retireTemplates(
    tx,
    gone.map(({ id }) => id),
    stamp,
  )
  return { version, before, changed: isNew || known.retired }
}

function refuseForeign(
  stored: readonly TemplateRow[],
  { namespace, main, codes }: { namespace: string; main: string; codes: readonly string[] },
): void {
  const refuse = (message: string) => processInvalid(message, { problems: [{ message }] })
  for (const { id, code, partOf, retired, namespace: other } of stored) {
    const path = definitionPath({ namespace: other, code })
    const isNamed = codes.includes(code)
    if (other !== namespace || (!isNamed && codes.some((own) => foldCode(own) === foldCode(code))))
      throw refuse(`the process "${path}" already exists and differs only in case; a code and its case never change`)
    const isOwn = id === main ? partOf === null : partOf === main
    if (isNamed && !isOwn && !retired)
      throw refuse(`the process "${path}" belongs to another file; give the process in this file another id`)
  }
}
