import { codePattern } from '../../foundation/kit/codes.ts'
import { phrase } from '../../foundation/kit/phrase.ts'
import type { DefinitionKind, Found } from '../../solutions/index.ts'
import { type Module, storedModules } from './module.ts'
import { type ModuleDraft, moduleFile, readModule } from './module-file.ts'
import { ModuleFile } from './module-schema.ts'
import { planModules } from './plan-modules.ts'

/** Modules as definitions of a solution. A module belongs to no namespace: its code is its own namespace. */
export const moduleKind: DefinitionKind<ModuleDraft, Module> = {
  ...storedModules,
  file: {
    path: 'modules/{namespace}/module.yaml',
    title: 'a module',
    // Modules of existing installations have codes such as ext_0197c1de-….
    codes: new RegExp(`^(${codePattern}|ext_[0-9a-f-]{36})$`),
    maxLength: 63,
    reserved: ({ code }) =>
      /^(system|global|_system_catalogs)$/i.test(code) ? `the module code "${code}" is reserved` : undefined,
  },
  schema: ModuleFile,
  read: (file, address) => readModule(file as Found<ModuleFile>, address),
  plan: planModules,
  drift: async (_reader, content) =>
    content
      .of(storedModules)
      .filter(({ enabledByHand, definition }) => enabledByHand !== null && enabledByHand !== definition.enabled)
      .map(({ code, enabledByHand }) => ({
        kind: 'changed',
        what: storedModules.word,
        path: code,
        sentence: enabledByHand ? phrase('moduleSwitchedOn', code) : phrase('moduleSwitchedOff', code),
      })),
  toFile: ({ definition }) => moduleFile(definition),
}
