import { codeCollector } from '../../foundation/kit/codes.ts'
import type { JsonObject } from '../../foundation/kit/json.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import type { Draft, FileAddress, Found } from '../../solutions/index.ts'
import { type ModuleDefinition, moduleTexts } from './module-definition.ts'
import type { ModuleFile } from './module-schema.ts'
import { placeholdersIn } from './placeholders.ts'
import { settingProblem } from './setting-problem.ts'

/** A module as read from its file. */
export interface ModuleDraft extends Draft {
  readonly definition: ModuleDefinition
}

type Refuse = Found<ModuleFile>['refuse']

/** Reads the file of a module, fills in the defaults and refuses contradictions. */
export function readModule({ value, refuse }: Found<ModuleFile>, address: FileAddress): ModuleDraft {
  const definition: ModuleDefinition = {
    name: value.name,
    kind: value.kind ?? 'integration',
    enabled: value.enabled ?? true,
    texts: Object.fromEntries(moduleTexts.map((key) => [key, value[key] ?? ''])) as ModuleDefinition['texts'],
    settings: (value.settings ?? []).map(({ required = false, default: usual = null, description = '', ...more }) => ({
      ...more,
      required,
      default: usual,
      description,
    })),
    activities: (value.activities ?? []).map(({ description = '', headers = {}, signature = null, ...more }) => ({
      ...more,
      description,
      headers,
      signature,
    })),
  }
  checkSettings(definition, refuse)
  checkActivities(definition, refuse)
  return { ...address, definition, references: [] }
}

function checkSettings({ settings }: ModuleDefinition, refuse: Refuse): void {
  const repetition = codeCollector()
  for (const [place, setting] of settings.entries()) {
    const repeated = repetition(setting.code)
    if (repeated !== undefined) refuse(['settings', place, 'code'], repeated)
    if (setting.default === null) continue
    const problem =
      setting.type === 'secret'
        ? 'a secret cannot have a default, because everyone could read it in the file'
        : settingProblem(setting, setting.default)
    if (problem !== undefined) refuse(['settings', place, 'default'], problem)
  }
}

function checkActivities({ settings, activities }: ModuleDefinition, refuse: Refuse): void {
  const repetition = codeCollector()
  const typeOf = new Map(settings.map(({ code, type }) => [code, type]))
  const unknown = (code: string): string => `there is no setting "${code}"${didYouMean(code, typeOf.keys())}`
  for (const [place, { code, url, headers, signature }] of activities.entries()) {
    const at = ['activities', place] as const
    const repeated = repetition(code)
    if (repeated !== undefined) refuse([...at, 'code'], repeated)
    for (const name of placeholdersIn(url)) {
      if (!typeOf.has(name)) refuse([...at, 'url'], unknown(name))
      else if (typeOf.get(name) === 'secret')
        refuse([...at, 'url'], `the secret "${name}" cannot be part of an address; send it in a header`)
    }
    for (const [header, text] of Object.entries(headers)) {
      if (ownHeaders.test(header)) refuse([...at, 'headers', header], 'this header is set by the platform')
      for (const name of placeholdersIn(text)) if (!typeOf.has(name)) refuse([...at, 'headers', header], unknown(name))
    }
    if (signature === null) continue
    if (!typeOf.has(signature)) refuse([...at, 'signature'], unknown(signature))
    else if (typeOf.get(signature) !== 'secret')
      refuse([...at, 'signature'], `the setting "${signature}" is not a secret, so it cannot sign a request`)
  }
}

/** Headers that the platform sets, or that would change how the request is interpreted. */
const ownHeaders =
  /^(host|connection|content-.*|transfer-encoding|trailer|te|upgrade|expect|keep-alive|accept-encoding|user-agent|idempotency-key|chancery-.*|proxy-.*)$/i

/** Returns the normalised file of a module, without the values that administrators set on this installation. */
export function moduleFile({ name, kind, enabled, texts, settings, activities }: ModuleDefinition): JsonObject {
  return {
    name,
    ...(kind !== 'integration' && { kind }),
    ...(!enabled && { enabled }),
    ...Object.fromEntries(moduleTexts.flatMap((key) => (texts[key] === '' ? [] : [[key, texts[key]]]))),
    ...(settings.length > 0 && {
      settings: settings.map(({ code, name, type, required, default: usual, description }) => ({
        code,
        name,
        type,
        ...(required && { required }),
        ...(usual !== null && { default: usual }),
        ...(description !== '' && { description }),
      })),
    }),
    ...(activities.length > 0 && {
      activities: activities.map(({ code, name, description, url, headers, signature }) => ({
        code,
        name,
        ...(description !== '' && { description }),
        url,
        ...(Object.keys(headers).length > 0 && { headers: sortedByName(headers) }),
        ...(signature !== null && { signature }),
      })),
    }),
  }
}

const sortedByName = (headers: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(headers).sort(([one], [other]) => (one < other ? -1 : 1)))
