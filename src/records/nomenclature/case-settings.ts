import { wrongInput } from '../../foundation/http/errors.ts'
import { formatTime, timeMs } from '../../foundation/kit/time/rfc3339.ts'
import { wrongTemplate } from '../errors.ts'
import { hasCounter, readNumberTemplate } from '../numbers/number-template.ts'
import { defaultSettings, type RegistrationSettings, type SettingsChange } from './case.ts'

/**
 * Returns settings after a change; an absent value stays as it is. Throws `nomenclature.wrong_template` for a template
 * with mistakes.
 */
export function changeSettings(before: RegistrationSettings, change: SettingsChange = {}): RegistrationSettings {
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
