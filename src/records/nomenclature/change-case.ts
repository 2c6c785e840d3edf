import type { Transaction } from '../../foundation/db/database.ts'
import { wrongInput } from '../../foundation/http/errors.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import { formatTime, timeMs } from '../../foundation/kit/time/rfc3339.ts'
import { type Caller, missingSubjects } from '../../people/index.ts'
import { wrongDirectory, wrongSerial, wrongTemplate } from '../errors.ts'
import { hasCounter, readNumberTemplate } from '../numbers/number-template.ts'
import {
  type CaseChange,
  type CaseRow,
  defaultSettings,
  type RegistrationSettings,
  type SettingsChange,
} from './case.ts'
import { caseById, isShared } from './cases.store.ts'
import { administeredDirectory } from './directories.ts'
import { readIndex, readName } from './names.ts'
import { lacks } from './office-access.ts'

/**
 * Values that are stored as given; `changedCase` reads the others. Unknown keys are ignored, because clients may send
 * back a whole case.
 */
const plainValues = ['docflow', 'year', 'transitional', 'retention', 'responsible', 'place', 'media', 'note'] as const

/** Returns a case after a change; an absent value stays as it is. Throws when a value is wrong. */
export async function changedCase(
  tx: Transaction,
  caller: Caller,
  before: CaseRow,
  change: CaseChange,
): Promise<CaseRow> {
  const { name, index, directoryId, registrationSettings } = change
  const given = Object.fromEntries(
    plainValues.flatMap((key) => (change[key] === undefined ? [] : [[key, change[key]]])),
  )
  const settings = changeSettings(before.registrationSettings, registrationSettings)
  const after: CaseRow = {
    ...before,
    ...given,
    name: name === undefined ? before.name : readName(name, 'name'),
    index: index === undefined ? before.index : readIndex(index),
    directoryId: await directoryOf(tx, caller, before, directoryId),
    registrationSettings: settings,
    serial: before.id,
  }
  const { retention, responsible } = after
  if (retention?.kind === 'years' && retention.years === undefined)
    throw wrongInput('a retention of the kind "years" needs "years"', { field: 'retention.years' })
  if (responsible !== null && responsible !== before.responsible) await requirePerson(tx, responsible)
  return settings.through
    ? { ...after, serial: await sharedSerial(tx, caller, before, settings.throughSerialId) }
    : after
}

async function directoryOf(
  tx: Transaction,
  caller: Caller,
  before: CaseRow,
  wanted: string | undefined,
): Promise<string> {
  if (wanted === undefined || wanted.toLowerCase() === before.directoryId) return before.directoryId
  const { id, office } = await administeredDirectory(tx, caller, wanted)
  if (office !== before.office)
    throw wrongDirectory('a case cannot be moved to another office', { field: 'directoryId' })
  return id
}

async function requirePerson(tx: Transaction, responsible: string): Promise<void> {
  if ((await missingSubjects(tx, { paths: [], ids: [responsible] })).length > 0)
    throw wrongInput(`no user, group or item of the organisation chart has the id ${responsible}`, {
      field: 'responsible',
    })
}

/** Returns the counter that a case shares. The counter must belong to another case that has a counter of its own. */
async function sharedSerial(tx: Transaction, caller: Caller, before: CaseRow, wanted: string | null): Promise<string> {
  const field = 'registrationSettings.throughSerialId'
  if (wanted === null)
    throw wrongSerial('a case with "through" needs "throughSerialId", the case whose counter it shares', { field })
  const serial = wanted.toLowerCase()
  if (serial === before.serial && serial !== before.id) return serial
  if (serial === before.id) throw wrongSerial('a case cannot share its own counter', { field })
  const owner = isUuid(serial) ? await caseById(tx, caller, serial) : undefined
  if (owner === undefined)
    throw wrongSerial(`there is no case ${serial.slice(0, 100)} whose counter could be shared`, { field })
  if (!owner.rights.includes('administer')) throw lacks('administer')
  if (owner.serial !== owner.id)
    throw wrongSerial(`"${owner.name}" itself shares the counter of another case; share that one`, { field })
  if (await isShared(tx, before.id))
    throw wrongSerial('other cases share the counter of this case, so this case keeps its own', { field })
  return serial
}

/**
 * Returns settings after a change; an absent value stays as it is. Throws `nomenclature.wrong_template` for a template
 * with mistakes.
 */
function changeSettings(before: RegistrationSettings, change: SettingsChange = {}): RegistrationSettings {
  const given = Object.fromEntries(
    Object.entries(change).filter(([key, value]) => key in defaultSettings && value !== undefined),
  )
  const settings = { ...before, ...given } as RegistrationSettings
  if (settings.templateEnabled || change.template !== undefined) checkTemplate(settings.template)
  const { resetSettings } = settings
  if (resetSettings == null) return { ...settings, resetSettings: null }
  const { resetPeriod = 'year', resetPeriodCount = 1, nextResetAt } = resetSettings
  if (nextResetAt === undefined) return { ...settings, resetSettings: { resetPeriod, resetPeriodCount } }
  return { ...settings, resetSettings: { resetPeriod, resetPeriodCount, nextResetAt: instantOf(nextResetAt) } }
}

function instantOf(text: string): string {
  const ms = timeMs(text)
  const instant = ms === undefined ? undefined : formatTime(ms)
  if (instant === undefined)
    throw wrongInput('"nextResetAt" must be a time such as 2027-01-01T00:00:00Z', {
      field: 'registrationSettings.resetSettings.nextResetAt',
    })
  return instant
}

function checkTemplate(text: string): void {
  const { template, problems } = readNumberTemplate(text)
  const all = problems.length > 0 || hasCounter(template) ? problems : ['the counter is missing: add {seq}']
  const field = 'registrationSettings.template'
  if (all.length > 0)
    throw wrongTemplate(`the number template "${text.slice(0, 200)}" is wrong: ${all.join('; ')}`, {
      field,
      problems: all.map((message) => ({ field, message })),
    })
}
