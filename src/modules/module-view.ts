import { stampsView } from '../data/index.ts'
import { idOfPath } from '../foundation/kit/ids.ts'
import { type Module, missingSettings, settingValue, whyOff } from './definition/module.ts'
import { shownSetting } from './definition/setting-problem.ts'

export type ModuleSchemaView = ReturnType<typeof moduleSchemaView>
export type ModuleView = ReturnType<typeof moduleView>

export const moduleId = (code: string): string => idOfPath(`module:${code}`)

/** Describes a module to any user, without its settings. */
export function moduleSchemaView(module: Module) {
  const { code, definition } = module
  const { name, kind, texts, activities } = definition
  return {
    __id: moduleId(code),
    __name: name,
    code,
    namespace: code,
    name,
    kind,
    ...texts,
    enabled: whyOff(module) === undefined,
    activities: activities.map(({ code, name, description }) => ({ code, name, description })),
    ...stampsView(module),
  }
}

/** Describes a module with its settings to administrators. A secret shows only whether it is set. */
export function moduleView(module: Module) {
  const { code, solution, definition, secretsSet } = module
  return {
    id: moduleId(code),
    code,
    name: definition.name,
    kind: definition.kind,
    description: definition.texts.description,
    solution,
    enabled: whyOff(module) === undefined,
    missingSettings: missingSettings(module),
    settings: definition.settings.map((setting) => ({
      code: setting.code,
      name: setting.name,
      type: setting.type,
      description: setting.description,
      required: setting.required,
      ...(setting.type === 'secret'
        ? { isSet: secretsSet.includes(setting.code) }
        : {
            isSet: settingValue(module, setting) !== undefined,
            value: shownSetting(setting, settingValue(module, setting)) ?? null,
          }),
    })),
    activities: definition.activities.map(({ code, name, description }) => ({ code, name, description })),
  }
}
